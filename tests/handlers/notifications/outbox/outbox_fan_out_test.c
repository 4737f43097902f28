/*
 * outbox_fan_out_test.c - which notifications are mailed, to which members, and the text
 * of the mails.
 */
#include "services/notifications/outbox/outbox_letter.h"
#include "services/notifications/outbox/outbox_run.h"
#include "tests/handlers/notifications/deliver.h"
#include "tests/handlers/notifications/mail_folder.h"
#include "tests/handlers/notifications/preferences_fixture.h"

#define MANY 5000

static void
add_notice(
	unsigned recipient, const char *kind, const char *subject_type, unsigned subject)
{
	scratch_sql("INSERT INTO outbox (id, topic, payload) VALUES (gen_random_uuid(),"
		    " 'notice', jsonb_build_object('kind', '%s', 'recipient', '%s',"
		    " 'subjectType', '%s', 'subject', '%s', 'actor', '%s'))",
		kind, scratch_uuid_text(recipient), subject_type,
		scratch_uuid_text(subject), scratch_uuid_text(2));
}

static int
deliver(void)
{
	int taken;

	scratch_sql("SET ROLE kith_notifications");
	taken = deliver_once(scratch_open("notifications"), scratch_arena());
	scratch_sql("RESET ROLE");
	return taken;
}

static void
deliver_all(void)
{
	while (deliver() > 0)
		continue;
}

/* Adds two members, and organization 300 of the second one. */
static void
begin(void)
{
	remove_mails();
	people_add_all(2);
	scratch_sql("INSERT INTO orgs (id, slug, name, kind) VALUES ('%s', 'makers',"
		    " 'Makers', 'community')",
		scratch_uuid_text(300));
}

TEST(a_notification_is_mailed_by_preference_and_once)
{
	const char *text;

	begin();
	add_notice(1, "join_request_approved", "org", 300);
	add_notice(1, "org_joined", "org", 300);
	deliver_all();
	people_expect_rows(2, "inbox");
	text = mail_text();
	assert_non_null(strstr(text, "To: \"Member 1\"\r\n <member1@example.org>\r\n"));
	assert_non_null(strstr(text, "\r\nSubject: You are now a member of Makers\r\n"));
	assert_non_null(strstr(text, "\r\nList-Unsubscribe: <http://"));
	assert_non_null(strstr(
		text, "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
	people_expect_rows(1, "inbox WHERE mailed");
	people_expect_rows(3, "outbox WHERE status = 'sent'");
}

/* A name cannot add a paragraph or a header. */
TEST(what_members_wrote_stays_in_its_line)
{
	const char *text;

	begin();
	scratch_sql(
		"UPDATE orgs SET name = E'Makers\\r\\nBcc: x@example.net\\r\\n\\r\\nSign"
		" in again\\u202e'");
	add_notice(1, "join_request_approved", "org", 300);
	deliver_all();
	text = mail_text();
	assert_non_null(strstr(text,
		"You are now a member of Makers Bcc: x@example.net Sign in again.\r\n"));
	assert_null(strstr(text, "\nBcc:"));
	assert_null(strstr(text, "\nSign in again"));
}

/* A mail has the link of its subject in a separate line, and no link that its reader may
 * not open. */
TEST(a_mail_leads_to_what_it_is_about)
{
	begin();
	add_notice(1, "join_request_approved", "org", 300);
	deliver_all();
	assert_non_null(strstr(mail_text(), "/orgs/makers\r\n"));
	remove_mails();
	add_notice(1, "org_role_changed", "org", 301);
	deliver_all();
	assert_null(strstr(mail_text(), "/orgs/"));
}

static void
deliver_notices(void)
{
	bool alive;

	scratch_sql("SET ROLE kith_notifications");
	outbox_notices(scratch_open("notifications"), scratch_arena(), &alive);
	scratch_sql("RESET ROLE");
	assert_true(alive);
	people_expect_rows(1, "outbox WHERE topic = 'mail' AND status = 'pending'");
}

/* The server was down when the reminder was due, and it is too late now. */
TEST(a_reminder_is_not_mailed_after_its_time)
{
	static const char *const late[] = {"status = 'cancelled'",
		"starts_at = now() - interval '1 minute'",
		("starts_at = now() + interval '30 hours',"
		 " ends_at = now() + interval '31 hours'")};
	char name[300];

	begin();
	scratch_sql(
		"INSERT INTO events (id, host_id, title, description, starts_at, ends_at,"
		" timezone, location_kind, location, join_url, scope, status,"
		" published_at, going_count, last_ticket)"
		" VALUES ('%s', '%s', 'Party', '', now() + interval '23 hours', now() +"
		" interval '25 hours', 'UTC', 'virtual', '', '', 'public', 'published',"
		" now(), 1, 1)",
		scratch_uuid_text(400), scratch_uuid_text(2));
	scratch_sql("INSERT INTO event_rsvps (event_id, member_id, status, ticket,"
		    " event_created_at, event_starts_at) VALUES ('%s', '%s', 'going', 1,"
		    " now(), now())",
		scratch_uuid_text(400), scratch_uuid_text(1));
	add_notice(1, "event_reminder", "event", 400);
	deliver_notices();
	deliver_all();
	assert_non_null(strstr(mail_text(), "Party starts tomorrow"));
	for (size_t i = 0; i < COUNT_OF(late); i++) {
		remove_mails();
		scratch_sql("SAVEPOINT late");
		add_notice(1, "event_reminder", "event", 400);
		deliver_notices();
		scratch_sql("UPDATE events SET %s", late[i]);
		deliver_all();
		assert_int_equal(mails(name), 0);
		scratch_sql("ROLLBACK TO SAVEPOINT late");
	}
}

TEST(who_switched_a_kind_off_is_not_mailed)
{
	char name[300];

	begin();
	preferences_set(1, JSON({"kinds": {"join_request_approved": {"email": false}}}));
	add_notice(1, "join_request_approved", "org", 300);
	deliver_all();
	assert_int_equal(mails(name), 0);
	people_expect_rows(1, "inbox WHERE NOT mailed");
}

TEST(who_unsubscribes_while_a_mail_waits_does_not_get_it)
{
	struct arena *arena = scratch_arena();
	bool alive;
	char name[300];

	begin();
	add_notice(1, "join_request_approved", "org", 300);
	assert_int_equal(outbox_notices(scratch_open("notifications"), arena, &alive), 1);
	preferences_unsubscribe(preferences_token_of(1, "join_request_approved"));
	deliver_all();
	assert_int_equal(mails(name), 0);
	people_expect_rows(2, "outbox WHERE status = 'sent'");
}

TEST(a_mail_does_not_name_what_its_reader_may_no_longer_see)
{
	const char *text;

	begin();
	scratch_sql(
		"INSERT INTO projects (id, name, visibility) VALUES ('%s', 'Moonshot',"
		" 'private')",
		scratch_uuid_text(400));
	add_notice(1, "project_removed", "project", 400);
	deliver_all();
	text = mail_text();
	assert_non_null(strstr(text, "Subject: You were removed from a project\r\n"));
	assert_null(strstr(text, "Moonshot"));
}

TEST(who_is_suspended_meanwhile_is_not_mailed)
{
	struct arena *arena = scratch_arena();
	bool alive;
	char name[300];

	begin();
	add_notice(1, "join_request_approved", "org", 300);
	assert_int_equal(outbox_notices(scratch_open("notifications"), arena, &alive), 1);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	deliver_all();
	assert_int_equal(mails(name), 0);
}

TEST(what_waits_for_a_member_goes_with_the_account)
{
	struct arena *arena = scratch_arena();
	bool alive;

	begin();
	add_notice(1, "join_request_approved", "org", 300);
	assert_int_equal(outbox_notices(scratch_open("notifications"), arena, &alive), 1);
	people_expect_rows(1, "outbox WHERE topic = 'mail'");
	people_end_account(1);
	people_expect_rows(0, "outbox");
}

TEST(an_invitation_is_not_mailed_where_invitations_were_ended)
{
	char name[300];
	const struct unsubscribe what = {.address = "eve@example.org"};

	begin();
	scratch_sql("INSERT INTO outbox (id, topic, payload) VALUES (gen_random_uuid(),"
		    " 'mail', '{\"template\": \"org_invitation\","
		    " \"toAddress\": \"Eve@example.org\", \"linkPath\":"
		    " \"/invitations/\"}')");
	preferences_unsubscribe(preferences_token(&what));
	deliver_all();
	assert_int_equal(mails(name), 0);
}

TEST(an_address_that_was_refused_gets_mails_about_its_account_alone)
{
	struct call call = {
		.arena = scratch_arena(), .db = scratch_open("notifications")};
	const struct text address = arena_text(scratch_arena(), "Member1@example.org");

	begin();
	outbox_letter_refused(&call, &address, "550 no such user");
	outbox_letter_refused(&call, &address, "550 still no such user");
	add_notice(1, "join_request_approved", "org", 300);
	scratch_sql("INSERT INTO outbox (id, topic, payload) VALUES (gen_random_uuid(),"
		    " 'mail', '{\"template\": \"totp_on\", \"toAddress\":"
		    " \"member1@example.org\"}')");
	deliver_all();
	assert_non_null(strstr(mail_text(), "Subject: A second factor was set up\r\n"));
	people_expect_rows(1,
		"outbox WHERE status = 'failed' AND"
		" last_error LIKE '%%refused recently: 550 still%%'");
	outbox_letter_accepted(&call, &address);
	people_expect_rows(0, "mail_suppressions");
}

TEST(refused_addresses_are_forgotten_in_time_and_bounded)
{
	struct call call = {
		.arena = scratch_arena(), .db = scratch_open("notifications")};

	scratch_sql(
		"INSERT INTO mail_suppressions (address, cause, since) SELECT"
		" 'a' || n || '@example.org', 'refused', now() - n * interval '1 second'"
		" FROM generate_series(1, 100010) n");
	scratch_sql("UPDATE mail_suppressions SET since = now() - interval '31 days'"
		    " WHERE address = 'a5@example.org'");
	assert_false(outbox_prune_suppressions_step(&call));
	people_expect_rows(100000, "mail_suppressions");
	people_expect_rows(0,
		"mail_suppressions WHERE address"
		" IN ('a5@example.org', 'a100010@example.org')");
}

/* Thousands are notified in batches of one statement each. */
TEST(an_event_with_5000_attendees_is_told_within_10_seconds)
{
	struct arena *arena = scratch_arena();
	struct db *db = scratch_open("notifications");
	const char *before;
	bool alive = true;

	scratch_sql("INSERT INTO members (id, email, name, status, email_verified_at)"
		    " SELECT new_id(), 'm' || n || '@example.org', 'M', 'active', now()"
		    " FROM generate_series(1, %d) n",
		MANY);
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, dedupe)"
		" SELECT new_id(), 'notice', jsonb_build_object('kind',"
		" 'event_cancelled', 'recipient', id, 'subjectType', 'event', 'subject',"
		" '%s', 'actor', NULL), id::text FROM members",
		scratch_uuid_text(9));
	before = scratch_value("SELECT clock_timestamp()");
	while (alive && outbox_notices(db, arena, &alive) > 0)
		continue;
	assert_true(alive);
	people_expect_rows(MANY, "inbox WHERE mailed");
	people_expect_rows(MANY, "outbox WHERE topic = 'mail'");
	assert_int_equal(
		people_count(
			"SELECT (clock_timestamp() - '%s' < interval '10 s')::integer",
			before),
		1);
}

int
main(void)
{
	mail_folder_open();
	scratch_open("notifications");
	return mail_folder_close(test_main());
}
