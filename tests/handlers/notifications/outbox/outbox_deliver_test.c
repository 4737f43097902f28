#include "services/notifications/outbox/outbox_deliver.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common/config/config.h"
#include "common/outbox/outbox.h"
#include "tests/handlers/notifications/deliver.h"
#include "tests/handlers/notifications/mail_folder.h"

/* Adds a message to the outbox as a handler of identity does. */
static void
send_mail(enum mail_template template, const char *address, const char *secret)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};
	const struct outbox_mail mail = {
		.template = template,
		.to_address = arena_text(scratch_arena(), address),
		.link_path = secret != NULL ? "/verify-email?token=" : NULL,
		.secret = secret,
	};

	call.request_id = arena_text(scratch_arena(), "test");
	outbox_mail(&call, &mail);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

static void
send_notice(unsigned recipient)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};
	const struct outbox_notice notice = {
		.kind = NOTICE_ORG_JOINED,
		.recipient = scratch_uuid(recipient),
		.subject = scratch_uuid(77),
	};

	call.principal.member = scratch_uuid(66);
	call.request_id = arena_text(scratch_arena(), "test");
	outbox_notice(&call, &notice);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

/* One poll of the outbox with the role of the service. */
static int
deliver(void)
{
	int taken;

	scratch_sql("SET ROLE kith_notifications");
	taken = deliver_once(scratch_open("identity"), scratch_arena());
	scratch_sql("RESET ROLE");
	return taken;
}

TEST(writes_a_mail_to_a_file_and_forgets_its_secret)
{
	char name[300], path[620], text[4096] = "";
	struct stat status;
	FILE *file;

	remove_mails();
	send_mail(MAIL_VERIFY_EMAIL, "ada@example.org", "the-secret");
	people_expect_rows(1, "outbox WHERE secret IS NOT NULL");
	assert_int_equal(deliver(), 1);
	assert_int_equal(mails(name), 1);
	snprintf(path, sizeof(path), "%s/mail/%s", mail_folder, name);
	assert_non_null(strstr(name, "-verify_email-"));
	assert_string_equal(name + strlen(name) - 4, ".eml");
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	file = fopen(path, "re");
	assert_non_null(file);
	assert_in_range(fread(text, 1, sizeof(text) - 1, file), 500, sizeof(text) - 1);
	fclose(file);
	assert_non_null(strstr(text, "To: <ada@example.org>\r\n"));
	assert_non_null(strstr(text, "/verify-email?token=the-secret\r\n"));
	people_expect_rows(1,
		"outbox WHERE status = 'sent' AND"
		" secret IS NULL AND sent_at = now() AND attempts = 1");
	assert_int_equal(deliver(), 0);
}

TEST(a_notice_is_in_the_inbox_exactly_once)
{
	people_add(1);
	send_notice(1);
	assert_int_equal(deliver(), 1);
	people_expect_rows(1,
		"inbox WHERE recipient = '%s' AND kind"
		" = 'org_joined' AND actor = '%s' AND subject_type ="
		" 'org' AND subject_id = '%s' AND read_at IS NULL",
		scratch_uuid_text(1), scratch_uuid_text(66), scratch_uuid_text(77));
	scratch_sql("UPDATE outbox SET status = 'pending', sent_at = NULL");
	assert_int_equal(deliver(), 1);
	people_expect_rows(1, "inbox");
	people_expect_rows(1, "outbox WHERE status = 'sent'");
}

/* Adds a reminder for member 1 of ask 77, which expires in so many days. */
static void
send_reminder(int days)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};

	const char *expiry_us =
		scratch_value("SELECT ((extract(epoch FROM now()) + 86400 * %d)"
			      " * 1000000)::bigint",
			days);
	const struct outbox_notice notice = {
		.kind = NOTICE_POST_EXPIRING,
		.recipient = scratch_uuid(1),
		.subject = scratch_uuid(77),
		.moment = {GIVEN, strtoll(expiry_us, NULL, 10)},
	};

	call.principal.member = scratch_uuid(1);
	outbox_notice(&call, &notice);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

static void
add_ask_that_expires(const char *when)
{
	people_add(1);
	scratch_sql(
		"INSERT INTO posts (id, author_id, kind, title, body, expires_at) VALUES"
		" ('%s', '%s', 'idea', 'An ask', '', %s)",
		scratch_uuid_text(77), scratch_uuid_text(1), when);
}

TEST(a_reminder_waits_until_it_is_due)
{
	add_ask_that_expires("now() + interval '4 days'");
	send_reminder(4);
	assert_int_equal(deliver(), 0);
	scratch_sql("UPDATE outbox SET created_at = now() - interval '30 days',"
		    " next_attempt_at = now()");
	assert_int_equal(deliver(), 2); /* the notice and its mail */
	people_expect_rows(1,
		"inbox WHERE kind = 'post_expiring'"
		" AND actor IS NULL AND subject_id = '%s' AND created_at = now()",
		scratch_uuid_text(77));
}

TEST(a_reminder_of_what_no_longer_stands_is_dropped)
{
	add_ask_that_expires("now() + interval '2 days' + interval '1 microsecond'");
	send_reminder(2);
	assert_int_equal(deliver(), 1);
	send_reminder(1);
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now(),"
		    " expires_at = now() + interval '1 day'");
	assert_int_equal(deliver(), 1);
	people_expect_rows(0, "inbox");
	people_expect_rows(2, "outbox WHERE status = 'sent'");
	assert_int_equal(deliver(), 0);
}

TEST(suspended_members_get_neither)
{
	char name[300];

	remove_mails();
	people_add_as(1, "suspended");
	send_notice(1);
	send_mail(MAIL_ACCOUNT_APPROVED, "MEMBER1@example.org", NULL);
	assert_int_equal(deliver(), 2);
	people_expect_rows(0, "inbox");
	assert_int_equal(mails(name), 0);
	people_expect_rows(2, "outbox WHERE status = 'sent'");
}

TEST(who_switched_a_mail_off_gets_none)
{
	char name[300];

	remove_mails();
	people_add(1);
	scratch_sql("INSERT INTO notification_preferences (member_id, mail_off)"
		    " VALUES ('%s', '{account_approved}')",
		scratch_uuid_text(1));
	send_mail(MAIL_ACCOUNT_APPROVED, "member1@example.org", NULL);
	assert_int_equal(deliver(), 1);
	assert_int_equal(mails(name), 0);
}

/* A thief with the password can sign in and set up a second factor then, too. */
TEST(suspended_members_get_mails_about_their_accounts)
{
	char name[300];

	remove_mails();
	people_add_as(1, "suspended");
	send_mail(MAIL_ACCOUNT_DECLINED, "member1@example.org", NULL);
	send_mail(MAIL_NEW_SIGN_IN, "member1@example.org", NULL);
	assert_int_equal(deliver(), 2);
	assert_int_equal(mails(name), 2);
}

TEST(what_cannot_be_sent_waits_longer_each_time_and_fails_at_last)
{
	send_mail(MAIL_VERIFY_EMAIL, "ada@example.org", NULL);
	for (int attempt = 1; attempt <= 10; attempt++) {
		assert_int_equal(deliver(), 1);
		people_expect_rows(1,
			"outbox WHERE attempts = %d AND"
			" status = '%s' AND last_error LIKE '%%link%%'"
			" AND leased_until IS NULL AND next_attempt_at"
			" BETWEEN now() + 0.79 * interval '%lld s'"
			" AND now() + 1.21 * interval '%lld s'",
			attempt, attempt < 10 ? "pending" : "failed",
			(long long)outbox_lease_wait_s(attempt),
			(long long)outbox_lease_wait_s(attempt));
		assert_int_equal(deliver(), 0);
		scratch_sql("UPDATE outbox SET next_attempt_at = now()");
	}
	assert_int_equal(deliver(), 0);
}

TEST(ten_tries_take_about_a_day)
{
	int64_t sum_s = 0;

	for (int64_t attempt = 1; attempt < 10; attempt++)
		sum_s += outbox_lease_wait_s(attempt);
	assert_in_range(sum_s, 20 * 3600, 28 * 3600);
}

TEST(a_lease_keeps_others_away_until_it_ends)
{
	send_mail(MAIL_ACCOUNT_APPROVED, "ada@example.org", NULL);
	scratch_sql("UPDATE outbox SET leased_until = now() + interval '1 second',"
		    " lease = gen_random_uuid()");
	assert_int_equal(deliver(), 0);
	scratch_sql("UPDATE outbox SET leased_until = now() - interval '1 second'");
	assert_int_equal(deliver(), 1);
}

TEST(a_secret_of_another_row_is_not_opened)
{
	char name[300];

	remove_mails();
	send_mail(MAIL_VERIFY_EMAIL, "ada@example.org", "the-secret");
	scratch_sql("UPDATE outbox SET id = gen_random_uuid()");
	assert_int_equal(deliver(), 1);
	assert_int_equal(mails(name), 0);
	people_expect_rows(1, "outbox WHERE last_error LIKE '%%secret%%'");
}

int
main(void)
{
	mail_folder_open();
	scratch_open("identity");
	return mail_folder_close(test_main());
}
