#include "services/notifications/outbox/outbox_run.h"
#include "tests/handlers/notifications/deliver.h"
#include "tests/handlers/notifications/inbox_fixture.h"
#include "tests/handlers/notifications/mail_folder.h"
#include "tests/handlers/notifications/preferences_fixture.h"

static void
add(unsigned number, const char *kind, const char *age)
{
	inbox_add(number, 1, kind, "org", 300);
	scratch_sql("UPDATE inbox SET created_at = now() - interval '%s' WHERE id = '%s'",
		age, scratch_uuid_text(number));
}

/* Adds member 1, whose daily digest is due and covers the last day. */
static void
begin(void)
{
	remove_mails();
	people_add_all(2);
	scratch_sql("INSERT INTO orgs (id, slug, name, kind) VALUES ('%s', 'makers',"
		    " 'Makers', 'community')",
		scratch_uuid_text(300));
	preferences_set(1, JSON({"digest": "daily"}));
	scratch_sql("UPDATE notification_preferences SET digest_at = now(),"
		    " digest_from = now() - interval '1 day'");
}

static bool
step(void)
{
	struct call call = {
		.arena = scratch_arena(), .db = scratch_open("notifications")};
	bool more;

	scratch_sql("SET ROLE kith_notifications");
	more = outbox_digest_step(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	return more;
}

static void
deliver(void)
{
	scratch_sql("SET ROLE kith_notifications");
	while (deliver_once(scratch_open("notifications"), scratch_arena()) > 0)
		continue;
	scratch_sql("RESET ROLE");
}

TEST(sums_up_what_is_unread_and_was_not_mailed)
{
	const char *text;

	begin();
	add(10, "org_joined", "2 hours");
	add(11, "org_role_changed", "3 hours");
	add(12, "join_request_approved", "4 hours");
	add(13, "join_request_declined", "2 days");
	scratch_sql("UPDATE inbox SET mailed = true WHERE kind = 'org_role_changed'");
	scratch_sql(
		"UPDATE inbox SET read_at = now() WHERE kind = 'join_request_approved'");
	assert_false(step());
	deliver();
	text = mail_text();
	assert_non_null(strstr(text, "Subject: What happened on Kith\r\n"));
	assert_non_null(strstr(text, "\r\n* Member 2 joined Makers\r\n"));
	assert_non_null(strstr(text, "List-Unsubscribe: <"));
	assert_null(strstr(text, "role in Makers"));
	assert_null(strstr(text, "now a member"));
	assert_null(strstr(text, "was declined"));
}

TEST(repeats_nothing_in_the_next_one)
{
	char name[300];

	begin();
	add(10, "org_joined", "2 hours");
	step();
	deliver();
	assert_int_equal(mails(name), 1);
	remove_mails();
	scratch_sql("UPDATE notification_preferences SET digest_at = now()");
	step();
	deliver();
	assert_int_equal(mails(name), 0);
	add(11, "org_joined", "1 second");
	scratch_sql("UPDATE notification_preferences SET digest_at = now()");
	step();
	deliver();
	assert_int_equal(mails(name), 0);
	scratch_sql("UPDATE notification_preferences SET digest_at = now(),"
		    " digest_from = now() - interval '1 hour'");
	scratch_sql("UPDATE inbox SET created_at = now() - interval '10 minutes'"
		    " WHERE id = '%s'",
		scratch_uuid_text(11));
	step();
	deliver();
	assert_int_equal(mails(name), 1);
}

TEST(comes_again_after_a_day_or_a_week_and_not_for_what_was_missed)
{
	begin();
	step();
	people_expect_rows(
		1, "notification_preferences WHERE digest_at = now() + interval '1 day'");
	preferences_set(1, JSON({"digest": "weekly"}));
	scratch_sql("UPDATE notification_preferences SET digest_at = now() - interval"
		    " '30 days'");
	step();
	people_expect_rows(1,
		"notification_preferences WHERE digest_at = now() + interval '7 days'");
	assert_false(step());
}

TEST(says_how_many_there_are_that_it_does_not_show)
{
	begin();
	for (unsigned i = 0; i < 25; i++)
		add(10 + i, "org_joined", "2 hours");
	step();
	deliver();
	assert_non_null(strstr(mail_text(), "5 more are in your inbox."));
}

TEST(is_not_sent_when_all_was_read_meanwhile)
{
	char name[300];

	begin();
	add(10, "org_joined", "2 hours");
	step();
	scratch_sql("UPDATE inbox SET read_at = now()");
	deliver();
	assert_int_equal(mails(name), 0);
	people_expect_rows(1, "outbox WHERE status = 'sent'");
}

int
main(void)
{
	mail_folder_open();
	scratch_open("notifications");
	return mail_folder_close(test_main());
}

TEST(tells_what_is_new_in_the_network_also_without_notifications)
{
	const char *text;

	begin();
	scratch_sql("INSERT INTO posts (id, author_id, kind, title, body, is_public,"
		    " created_at) SELECT new_id(), m.id, 'idea', 'Ask of ' || m.name, '',"
		    " true, now() - interval '2 hours' FROM members m");
	scratch_sql("INSERT INTO posts (id, author_id, kind, title, body, is_public,"
		    " created_at) VALUES (new_id(), '%s', 'idea', 'Too old', '', true,"
		    " now() - interval '2 days'), (new_id(), '%s', 'idea', 'Hidden', '',"
		    " false, now() - interval '2 hours')",
		scratch_uuid_text(2), scratch_uuid_text(2));
	assert_false(step());
	deliver();
	text = mail_text();
	assert_non_null(strstr(text, "New in the network:"));
	assert_non_null(strstr(text, "\r\n* Ask of Member 2\r\n"));
	assert_non_null(strstr(text, "Ask by Member 2"));
	assert_non_null(strstr(text, "/posts/post_"));
	assert_null(strstr(text, "Ask of Member 1"));
	assert_null(strstr(text, "Too old"));
	assert_null(strstr(text, "Hidden"));
	assert_null(strstr(text, "Since the last summary"));
}

/* An unlisted organization is named to its members only, as on the front page. */
TEST(names_neither_an_unlisted_organization_nor_a_suspended_host)
{
	const char *text;

	begin();
	scratch_sql("INSERT INTO orgs (id, slug, name, kind, visibility)"
		    " VALUES ('%s', 'lodge', 'The Lodge', 'community', 'unlisted')",
		scratch_uuid_text(301));
	scratch_sql("INSERT INTO events (id, host_id, org_id, title, description,"
		    " starts_at, ends_at, timezone, location_kind, location, join_url,"
		    " scope, status, published_at) SELECT new_id(), '%s', o.id, o.name"
		    " || ' meets', '', now() + interval '1 day',"
		    " now() + interval '2 days', 'UTC', 'virtual', '', '', 'public',"
		    " 'published', now() - interval '1 hour' FROM orgs o",
		scratch_uuid_text(2));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	step();
	deliver();
	text = mail_text();
	assert_non_null(strstr(text, "Event by Makers"));
	assert_non_null(strstr(text, "Event by A member"));
	assert_null(strstr(text, "Event by The Lodge"));
	assert_null(strstr(text, "Member 2"));
}
