/*
 * post_reminder_test.c - an author is reminded once, three days before an ask expires, if
 * the expiry still stands: from the ask to the inbox.
 */
#include "services/content/handlers.h"
#include "services/notifications/outbox/reminder_sql.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry create_entry = {&op_post_create, post_create};
static const struct op_entry update_entry = {&op_post_update, post_update};
static const struct op_entry close_entry = {&op_post_close, post_close};

/* A moment in so many hours, with microseconds that must survive. */
static const char *
in_hours(int hours)
{
	return scratch_value(
		"SELECT to_char((date_trunc('second', now()) + %d * interval '1 hour')"
		" AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\".123456Z\"')",
		hours);
}

/* Member 1's ask that expires in so many hours; answers its id on the wire. */
static const char *
create(int hours)
{
	struct scratch_answer answer = people_call(&create_entry, 1,
		JSON({"kind": "idea", "title": "An ask", "body": "", "expiresAt": "%s"}),
		in_hours(hours));

	assert_done(answer);
	return scratch_string(&answer, "id");
}

static void
change(const struct op_entry *entry, const char *id, const char *more)
{
	const struct principal caller = people_principal(1);

	assert_done(scratch_call(
		entry, &caller, scratch_printf("{\"id\": \"%s\"%s}", id, more)));
}

static void
expire_in(const char *id, int hours)
{
	change(&update_entry, id,
		scratch_printf(", \"expiresAt\": \"%s\"", in_hours(hours)));
}

/* Returns how many reminders there are; standing() returns how many of them would be
 * delivered. */
static long
reminders(void)
{
	return people_count("SELECT count(*) FROM outbox");
}

static long
standing(void)
{
	long count;

	scratch_sql("SET ROLE kith_notifications");
	count = people_count(
		"SELECT count(*) FROM outbox done WHERE " NOTICE_STANDS("done.payload"));
	scratch_sql("RESET ROLE");
	return count;
}

TEST(is_written_with_the_ask_for_three_days_before)
{
	people_add(1);
	create(24 * 10);
	people_expect_rows(1,
		"outbox o, posts p WHERE o.topic = 'notice'"
		" AND o.next_attempt_at = p.expires_at - interval '3 days'"
		" AND (o.payload ->> 'moment')::timestamptz = p.expires_at"
		" AND o.payload ->> 'kind' = 'post_expiring'"
		" AND o.payload ->> 'recipient' = '%s' AND o.payload -> 'actor' = 'null'"
		" AND o.payload ->> 'subjectType' = 'post'"
		" AND (o.payload ->> 'subject')::uuid = p.id",
		scratch_uuid_text(1));
	assert_int_equal(standing(), 1);
}

TEST(is_not_written_when_it_would_be_late)
{
	const char *id;

	people_add(1);
	id = create(24 * 3 - 1);
	assert_int_equal(reminders(), 0);
	change(&update_entry, id, ", \"expiresAt\": null");
	change(&update_entry, id, ", \"title\": \"No expiry\"");
	assert_int_equal(reminders(), 0);
	expire_in(id, 24 * 3 + 1);
	assert_int_equal(reminders(), 1);
}

TEST(follows_an_expiry_that_moves)
{
	const char *id;

	people_add(1);
	id = create(24 * 10);
	expire_in(id, 24 * 20);
	assert_int_equal(reminders(), 1);
	assert_int_equal(standing(), 1);
	people_expect_rows(1,
		"outbox o, posts p WHERE"
		" o.next_attempt_at = p.expires_at - interval '3 days'");
	expire_in(id, 24 * 20);
	expire_in(id, 24 * 10);
	change(&update_entry, id, ", \"title\": \"Another title\"");
	assert_int_equal(reminders(), 1);
	assert_int_equal(standing(), 1);
	change(&update_entry, id, ", \"expiresAt\": null");
	assert_int_equal(reminders(), 0);
}

/* The task that delivers it checks again whether the reminder still applies. */
TEST(is_left_alone_once_it_is_due_or_was_tried)
{
	static const char *const times[] = {"next_attempt_at = now()", "attempts = 1",
		"status = 'sent', sent_at = now()"};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(times); i++) {
		const char *id = create(24 * 10);

		scratch_sql("UPDATE outbox SET %s", times[i]);
		change(&close_entry, id, "");
		assert_int_equal(reminders(), i + 1);
	}
	assert_int_equal(standing(), 0);
}

TEST(goes_with_the_end_of_its_ask_alone)
{
	const char *id;

	people_add(1);
	id = create(24 * 10);
	create(24 * 10);
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, next_attempt_at) SELECT"
		" gen_random_uuid(), 'notice', payload || '{\"subjectType\": \"event\"}',"
		" next_attempt_at FROM outbox");
	change(&close_entry, id, "");
	assert_int_equal(reminders(), 3);
	people_expect_rows(1, "outbox WHERE payload ->> 'subjectType' = 'post'");
}
