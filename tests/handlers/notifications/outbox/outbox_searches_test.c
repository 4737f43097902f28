#include "services/notifications/handlers.h"
#include "services/notifications/outbox/outbox_run.h"
#include "services/notifications/preferences/unsubscribe.h"
#include "tests/handlers/notifications/deliver.h"
#include "tests/handlers/notifications/mail_folder.h"
#include "tests/support/handler_test.h"

static const struct op_entry create_entry = {
	&op_saved_search_create, saved_search_create};
static const struct op_entry unsubscribe_entry = {
	&op_notification_unsubscribe, notification_unsubscribe};

/* Adds members 1 and 2 in organization 50, and member 3. */
static void
begin(void)
{
	remove_mails();
	people_add_all(3);
	people_add_org(50, "public");
	people_join(50, 1);
	people_join(50, 2);
}

/* Saves a search of member 1, of eight days ago. */
static void
save(const char *json)
{
	assert_done(people_call(&create_entry, 1, "%s", json));
	scratch_sql("UPDATE saved_searches SET created_at = now() - interval '8 days'");
	scratch_sql("UPDATE saved_search_mails SET due_at = now(),"
		    " sent_to = now() - interval '7 days'");
}

static void
ask(unsigned author, const char *kind, const char *title, const char *age)
{
	scratch_sql("INSERT INTO posts (id, author_id, kind, title, body, is_public,"
		    " created_at) VALUES (new_id(), '%s', '%s', '%s', '', true,"
		    " now() - interval '%s')",
		scratch_uuid_text(author), kind, title, age);
}

static void
step(void)
{
	struct call call = {
		.arena = scratch_arena(), .db = scratch_open("notifications")};

	scratch_sql("SET ROLE kith_notifications");
	assert_false(outbox_searches_step(&call));
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

static void
deliver(void)
{
	scratch_sql("SET ROLE kith_notifications");
	while (deliver_once(scratch_open("notifications"), scratch_arena()) > 0)
		continue;
	scratch_sql("RESET ROLE");
}

TEST(mails_what_is_new_in_the_searches)
{
	const char *text;

	begin();
	save("{'list': 'posts', 'kind': 'hiring'}");
	ask(2, "hiring", "A mechanic", "2 hours");
	ask(2, "idea", "Warm wool", "2 hours");
	ask(2, "hiring", "Too old", "10 days");
	ask(1, "hiring", "My own", "2 hours");
	step();
	deliver();
	text = mail_text();
	assert_non_null(strstr(text, "Subject: New in your saved searches\r\n"));
	assert_non_null(strstr(text, "\r\n* A mechanic\r\n"));
	assert_non_null(strstr(text, "Ask by Member 2"));
	assert_non_null(strstr(text, "List-Unsubscribe: <"));
	assert_null(strstr(text, "Warm wool"));
	assert_null(strstr(text, "Too old"));
	assert_null(strstr(text, "My own"));
}

TEST(compares_members_and_events_as_their_lists_do)
{
	const char *text;

	begin();
	save("{'list': 'members', 'q': 'weaving', 'skill': 'wool'}");
	save("{'list': 'events', 'org': 'org-50'}");
	scratch_sql("UPDATE profiles SET created_at = now() - interval '1 hour'");
	scratch_sql("UPDATE profiles SET headline = 'Weaving in Leeds', skills = '{Wool}'"
		    " WHERE member_id = '%s'",
		scratch_uuid_text(2));
	scratch_sql(
		"UPDATE profiles SET headline = 'Weaving alone' WHERE member_id = '%s'",
		scratch_uuid_text(3));
	scratch_sql("INSERT INTO events (id, host_id, org_id, title, description,"
		    " starts_at, ends_at, timezone, location_kind, location, join_url,"
		    " scope, status, published_at) SELECT new_id(), '%s', o.org, o.title,"
		    " '', now() + interval '1 day', now() + interval '2 days', 'UTC',"
		    " 'virtual', '', '', 'public', 'published',"
		    " now() - interval '1 hour' FROM (VALUES ('%s'::uuid, 'Inside'),"
		    " (NULL, 'Elsewhere')) AS o (org, title)",
		scratch_uuid_text(2), scratch_uuid_text(50));
	step();
	deliver();
	text = mail_text();
	assert_non_null(strstr(text, "\r\n* Member 2\r\n"));
	assert_non_null(strstr(text, "/members/member-2"));
	assert_non_null(strstr(text, "\r\n* Inside\r\n"));
	assert_null(strstr(text, "Member 3"));
	assert_null(strstr(text, "Elsewhere"));
	assert_non_null(strstr(text, "Event by Org 50"));
}

/* An unlisted organization is named to its members only, as in the list of events. */
TEST(names_neither_an_unlisted_organization_nor_a_suspended_host)
{
	const char *text;

	begin();
	people_add_org(51, "unlisted");
	save("{'list': 'events'}");
	scratch_sql("INSERT INTO events (id, host_id, org_id, title, description,"
		    " starts_at, ends_at, timezone, location_kind, location, join_url,"
		    " scope, status, published_at) VALUES (new_id(), '%s', '%s',"
		    " 'Weaving', '', now() + interval '1 day',"
		    " now() + interval '2 days', 'UTC', 'virtual', '', '', 'public',"
		    " 'published', now() - interval '1 hour')",
		scratch_uuid_text(2), scratch_uuid_text(51));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	step();
	deliver();
	text = mail_text();
	assert_non_null(strstr(text, "\r\n* Weaving\r\n"));
	assert_non_null(strstr(text, "Event by A member"));
}

TEST(finds_nothing_by_an_organization_that_the_member_has_left)
{
	char name[300];

	begin();
	save("{'list': 'members', 'org': 'org-50'}");
	scratch_sql("UPDATE profiles SET created_at = now() - interval '1 hour'");
	scratch_sql(
		"DELETE FROM org_members WHERE member_id = '%s'", scratch_uuid_text(1));
	step();
	deliver();
	assert_int_equal(mails(name), 0);
}

TEST(sends_nothing_when_nothing_is_new)
{
	char name[300];

	begin();
	save("{'list': 'posts', 'kind': 'hiring'}");
	step();
	deliver();
	assert_int_equal(mails(name), 0);
	people_expect_rows(1, "outbox WHERE status = 'sent'");
	people_expect_rows(
		1, "saved_search_mails WHERE due_at > now() + interval '6 days'");
}

TEST(makes_one_mail_a_week_also_when_it_is_killed)
{
	char name[300];

	begin();
	save("{'list': 'posts'}");
	save("{'list': 'events'}");
	ask(2, "idea", "Warm wool", "2 hours");
	scratch_sql("SAVEPOINT killed");
	step();
	scratch_sql("ROLLBACK TO SAVEPOINT killed");
	step();
	step();
	people_expect_rows(1, "outbox WHERE payload ->> 'template' = 'saved_searches'");
	deliver();
	assert_int_equal(mails(name), 1);
	remove_mails();
	scratch_sql("UPDATE saved_search_mails SET due_at = now()");
	step();
	deliver();
	assert_int_equal(mails(name), 0);
}

TEST(unsubscribing_ends_the_mail_and_keeps_the_searches)
{
	const struct unsubscribe what = {
		.kind = "saved_searches", .member = scratch_uuid(1)};
	const struct principal nobody = scratch_anonymous();
	const char *link, *token;

	begin();
	save("{'list': 'posts'}");
	link = unsubscribe_link(scratch_arena(), &what);
	token = strrchr(link, '/') + 1;
	assert_done(scratch_call(&unsubscribe_entry, &nobody,
		scratch_printf("{\"token\": \"%s\"}", token)));
	ask(2, "idea", "Warm wool", "2 hours");
	step();
	people_expect_rows(0, "outbox");
	people_expect_rows(1, "saved_searches");
}

int
main(void)
{
	mail_folder_open();
	scratch_open("notifications");
	return mail_folder_close(test_main());
}
