/*
 * outbox_bounds_test.c - limits on the notices and mails that one member's acts cause for
 * another member.
 */
#include "proto/bounds/bounds.h"
#include "services/notifications/outbox/outbox_deliver.h"
#include "tests/handlers/notifications/preferences_fixture.h"

#define ALL BOUND_NOTICES_A_DAY
#define ALL_MAILED BOUND_NOTICE_MAILS_A_DAY
#define SAME BOUND_SAME_NOTICES_A_DAY
#define SAME_MAILED BOUND_SAME_NOTICE_MAILS_A_DAY

/* Adds so many notices to member 1 of acts of member 2, with consecutive subjects. */
static void
add(const char *kind, unsigned first_subject, int count)
{
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload) SELECT new_id(), 'notice',"
		" jsonb_build_object('kind', '%s', 'recipient', '%s', 'subjectType',"
		" 'event', 'subject', lpad(to_hex(%u + n), 32, '0')::uuid, 'actor', '%s')"
		" FROM generate_series(0, %d) n",
		kind, scratch_uuid_text(1), first_subject, scratch_uuid_text(2),
		count - 1);
}

/* Adds so many notices about the same subject. */
static void
add_same(const char *kind, unsigned subject, int count)
{
	for (int i = 0; i < count; i++)
		add(kind, subject, 1);
}

static void
deliver(void)
{
	bool alive;

	scratch_sql("SET ROLE kith_notifications");
	while (outbox_notices(scratch_open("notifications"), scratch_arena(), &alive) > 0)
		assert_true(alive);
	scratch_sql("RESET ROLE");
	assert_true(alive);
}

/* Compares the entries of the inbox and the mails, of a kind or (NULL) of all kinds. */
static void
expect(const char *kind, long told, long mailed)
{
	const char *of = kind == NULL ? "" : scratch_printf(" AND kind = '%s'", kind);

	deliver();
	people_expect_rows(told, "inbox WHERE true%s", of);
	people_expect_rows(mailed, "inbox WHERE mailed%s", of);
	people_expect_rows(0, "outbox WHERE topic = 'notice' AND status <> 'sent'");
}

static void
begin(void)
{
	people_add_all(2);
}

/* A member who repeats an act a hundred times must not fill a mailbox or an inbox. */
TEST(the_same_is_told_and_mailed_so_often_a_day)
{
	begin();
	add_same("event_updated", 300, SAME_MAILED - 1);
	expect(NULL, SAME_MAILED - 1, SAME_MAILED - 1);
	add_same("event_updated", 300, 3);
	expect(NULL, SAME_MAILED + 2, SAME_MAILED);
	add_same("event_updated", 300, SAME * 2);
	expect(NULL, SAME, SAME_MAILED);
	scratch_sql("UPDATE inbox SET created_at = now() - interval '1 day'");
	add_same("event_updated", 300, SAME_MAILED + 1);
	expect(NULL, SAME + SAME_MAILED + 1, SAME_MAILED + SAME_MAILED);
}

/* Nor a member who acts on many subjects. */
TEST(all_together_is_told_and_mailed_so_often_a_day)
{
	begin();
	add("event_updated", 300, ALL_MAILED - 1);
	expect(NULL, ALL_MAILED - 1, ALL_MAILED - 1);
	add("event_updated", 1300, 3);
	expect(NULL, ALL_MAILED + 2, ALL_MAILED);
	add("event_cancelled", 300, ALL * 2);
	expect(NULL, ALL, ALL_MAILED);
}

TEST(a_change_of_one_event_is_mailed_after_many_of_others)
{
	begin();
	add("event_cancelled", 300, 30);
	add_same("event_updated", 400, 2 * ALL);
	add("event_updated", 500, 1);
	expect("event_cancelled", 30, 30);
	expect("event_updated", SAME + 1, SAME_MAILED + 1);
}

TEST(what_is_not_mailed_uses_no_mails_up)
{
	begin();
	preferences_set(1, JSON({"kinds": {"event_cancelled": {"email": false}}}));
	add("event_cancelled", 300, ALL_MAILED);
	add("event_updated", 300, 1);
	expect("event_cancelled", ALL_MAILED, 0);
	expect("event_updated", 1, 1);
}

TEST(what_others_do_is_told_nevertheless)
{
	begin();
	people_add(3);
	add("event_updated", 300, ALL + 50);
	deliver();
	scratch_sql("UPDATE inbox SET actor = '%s'", scratch_uuid_text(3));
	add("event_updated", 300, 1);
	expect(NULL, ALL + 1, ALL_MAILED + 1);
}

/* The rows of the inbox that this transaction has read. */
static long
rows_read(void)
{
	return people_count(
		"SELECT pg_stat_get_xact_tuples_returned('kith.inbox'::regclass)"
		" + pg_stat_get_xact_tuples_fetched('kith.inbox'::regclass)");
}

TEST(what_was_told_lately_is_found_by_its_index)
{
	long before;

	begin();
	scratch_sql(
		"INSERT INTO inbox (id, recipient, kind, actor, subject_type, subject_id,"
		" created_at, dedupe, mailed) SELECT new_id(), '%s', 'event_updated',"
		" '%s', 'event', '%s', now() - interval '1 day' - n * interval"
		" '1 second', gen_random_uuid(), true FROM generate_series(1, 20000) n",
		scratch_uuid_text(1), scratch_uuid_text(2), scratch_uuid_text(300));
	scratch_sql("ANALYZE inbox");
	add_same("event_updated", 300, 3);
	before = rows_read();
	deliver();
	assert_in_range(rows_read() - before, 0, 100);
	expect(NULL, 20003, 20003);
}
