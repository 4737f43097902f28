#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
change_keeping_access(const char *current, const char *new_password)
{
	return call_as(1, ENTRY(password_change),
		scratch_printf(
			JSON({"current": "%s", "new": "%s", "revokeAccess": false}),
			current, new_password));
}

static struct scratch_answer
change(const char *current, const char *new_password)
{
	return call_as(1, ENTRY(password_change),
		scratch_printf(
			JSON({"current": "%s", "new": "%s"}), current, new_password));
}

/* Member 1 has connected an app, which has a token. */
static void
add_app(void)
{
	scratch_sql("INSERT INTO oauth_clients (id, name, kind, auth_method,"
		    " refreshes, secret_hash, redirect_uris) VALUES ('%s', 'An app',"
		    " 'fixed', 'client_secret_basic', true, sha256('x'),"
		    " '{https://app.example/}')",
		scratch_uuid_text(30));
	scratch_sql("INSERT INTO oauth_grants (id, member_id, client_id, scopes,"
		    " audience, redirect_host, expires_at) VALUES ('%s', '%s', '%s', 12,"
		    " 'here', 'app.example', now() + interval '1 day')",
		scratch_uuid_text(31), scratch_uuid_text(1), scratch_uuid_text(30));
	add_credential(22, 1, "oauth", "app", "1 day");
	scratch_sql("UPDATE credentials SET grant_id = '%s' WHERE id = '%s'",
		scratch_uuid_text(31), scratch_uuid_text(22));
}

static const char *
working(void)
{
	return scratch_value("SELECT string_agg(name, ' ' ORDER BY name)"
			     " FROM credentials WHERE revoked_at IS NULL");
}

TEST(replaces_the_password_and_ends_other_sessions)
{
	add_knowing(1);
	add_credential(901, 1, "session", "mine", "1 day");
	add_credential(20, 1, "session", "other", "1 day");
	add_credential(21, 1, "token", "pat", "1 day");
	add_app();
	assert_done(change(GOOD_PASSWORD, NEW_PASSWORD));
	assert_string_equal(working(), "mine");
	people_expect_rows(0, "oauth_grants WHERE revoked_at IS NULL");
	assert_int_equal(count_mails("password_replaced", "member1@example.org"), 1);
	assert_int_equal(count_audit("password.change", 1), 1);
	assert_done(sign_in_with("member1@example.org", NEW_PASSWORD, ""));
	assert_problem(sign_in_with("member1@example.org", GOOD_PASSWORD, ""),
		PROBLEM_INVALID_CREDENTIALS);
}

static const char *
kinds_of_links(void)
{
	return scratch_value("SELECT string_agg(kind, ' ') FROM mail_tokens"
			     " WHERE used_at IS NULL");
}

/* A thief who reads the mails must not keep a link for another password. */
TEST(ends_all_links_at_the_first_change_of_a_day)
{
	add_knowing(1);
	people_add_mail_token(1, "reset_password", "link", "1 hour");
	people_add_mail_token(1, "sign_in", "first", "24 hours");
	assert_done(change(GOOD_PASSWORD, NEW_PASSWORD));
	people_expect_rows(0, "mail_tokens WHERE used_at IS NULL");
	people_add_mail_token(1, "reset_password", "later", "1 hour");
	assert_done(change(NEW_PASSWORD, GOOD_PASSWORD));
	assert_string_equal(kinds_of_links(), "reset_password");
	scratch_sql("UPDATE creations SET created_at = now() - interval '1 day'");
	assert_done(change(GOOD_PASSWORD, NEW_PASSWORD));
	people_expect_rows(0, "mail_tokens WHERE used_at IS NULL");
}

/* A thief who knows the password must not end the link that the owner requests. */
TEST(ends_only_links_for_an_address_at_the_second_change_of_a_day)
{
	add_knowing(1);
	assert_done(change(GOOD_PASSWORD, GOOD_PASSWORD));
	people_add_mail_token(1, "reset_password", "link", "1 hour");
	scratch_sql(
		"INSERT INTO mail_tokens (id, member_id, kind, hash, email, expires_at)"
		" VALUES (new_id(), '%s', 'change_email', sha256('other'),"
		" 'new@example.org', now() + interval '1 hour')",
		scratch_uuid_text(1));
	assert_done(change(GOOD_PASSWORD, NEW_PASSWORD));
	assert_string_equal(kinds_of_links(), "reset_password");
}

TEST(happens_ten_times_in_a_day)
{
	add_knowing(1);
	scratch_sql("INSERT INTO creations (id, member_id, kind) SELECT new_id(), '%s',"
		    " 'password changes' FROM generate_series(1, 9)",
		scratch_uuid_text(1));
	assert_done(change(GOOD_PASSWORD, NEW_PASSWORD));
	assert_problem(change(NEW_PASSWORD, GOOD_PASSWORD), PROBLEM_RATE_LIMITED);
	assert_int_equal(count_mails("password_replaced", "member1@example.org"), 1);
}

TEST(spares_tokens_and_apps_if_asked_to)
{
	add_knowing(1);
	add_credential(901, 1, "session", "mine", "1 day");
	add_credential(20, 1, "session", "other", "1 day");
	add_credential(21, 1, "token", "pat", "1 day");
	add_app();
	assert_done(change_keeping_access(GOOD_PASSWORD, NEW_PASSWORD));
	assert_string_equal(working(), "app mine pat");
	people_expect_rows(1, "oauth_grants WHERE revoked_at IS NULL");
}

/* A thief could ask an organization of his own, which then reads the project. */
TEST(cancels_the_affiliations_that_the_account_has_requested)
{
	static const char waiting[] = "affiliations WHERE status = 'pending'";

	add_knowing(1);
	people_add_org(10, "public");
	scratch_sql("INSERT INTO projects (id, name) VALUES ('%s', 'Loom')",
		scratch_uuid_text(40));
	scratch_sql("INSERT INTO affiliations (id, project_id, org_id, kind,"
		    " initiated_by, requester_id)"
		    " VALUES ('%s', '%s', '%s', 'program', 'project', '%s')",
		scratch_uuid_text(50), scratch_uuid_text(40), scratch_uuid_text(10),
		scratch_uuid_text(1));
	assert_done(change_keeping_access(GOOD_PASSWORD, NEW_PASSWORD));
	people_expect_rows(1, waiting);
	assert_done(change(NEW_PASSWORD, GOOD_PASSWORD));
	people_expect_rows(0, waiting);
}

/* A thief could ask an accomplice, who reads the address of the account by accepting. */
TEST(withdraws_the_introductions_that_the_account_has_requested)
{
	static const char waiting[] = "intros WHERE status = 'pending'"
				      " AND expires_at > now()";

	add_knowing(1);
	people_add(2);
	scratch_sql("INSERT INTO intros (id, sender_id, recipient_id, context_kind,"
		    " context_id, message, expires_at) SELECT new_id(), s.id, r.id,"
		    " 'profile', r.id, 'Hello', now() + interval '1 day'"
		    " FROM members s, members r WHERE s.id <> r.id");
	scratch_sql(
		"INSERT INTO inbox (id, recipient, kind, subject_type, subject_id,"
		" dedupe) SELECT new_id(), recipient_id, 'intro_received', 'intro', id,"
		" new_id() FROM intros");
	assert_done(change_keeping_access(GOOD_PASSWORD, NEW_PASSWORD));
	people_expect_rows(2, waiting);
	assert_done(change(NEW_PASSWORD, GOOD_PASSWORD));
	people_expect_rows(1, waiting);
	people_expect_rows(1, "intros WHERE status = 'pending' AND sender_id = '%s'",
		scratch_uuid_text(2));
	people_expect_rows(1, "inbox");
	people_expect_rows(1, "inbox WHERE recipient = '%s'", scratch_uuid_text(1));
}

/* A thief could ask an organization of his own, and make the member its only owner. */
TEST(withdraws_the_requests_to_join_organizations)
{
	static const char waiting[] = "org_join_requests WHERE status = 'pending'";

	add_knowing(1);
	people_add(2);
	people_add_org(10, "public");
	scratch_sql("INSERT INTO org_join_requests (id, org_id, member_id, message)"
		    " SELECT new_id(), '%s', id, '' FROM members",
		scratch_uuid_text(10));
	assert_done(change_keeping_access(GOOD_PASSWORD, NEW_PASSWORD));
	people_expect_rows(2, waiting);
	assert_done(change(NEW_PASSWORD, GOOD_PASSWORD));
	people_expect_rows(1, waiting);
	people_expect_rows(
		1, "org_join_requests WHERE member_id = '%s'", scratch_uuid_text(2));
}

TEST(ends_its_own_session_on_request)
{
	add_knowing(1);
	add_credential(901, 1, "session", "mine", "1 day");
	assert_done(call_as(1, ENTRY(password_change),
		scratch_printf(
			JSON({"current": "%s", "new": "%s", "revokeSession": true}),
			GOOD_PASSWORD, NEW_PASSWORD)));
	assert_null(working());
}

TEST(touches_no_other_member)
{
	add_knowing(1);
	people_add(2);
	add_credential(20, 2, "session", "session", "1 day");
	add_credential(21, 2, "token", "token", "1 day");
	assert_done(change(GOOD_PASSWORD, NEW_PASSWORD));
	assert_string_equal(working(), "session token");
}

TEST(counts_wrong_passwords_although_it_refuses)
{
	add_knowing(1);
	for (int i = 0; i < 10; i++)
		assert_problem(
			change("wrong", NEW_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
	assert_problem(change(GOOD_PASSWORD, NEW_PASSWORD), PROBLEM_RATE_LIMITED);
	scratch_sql("DELETE FROM attempts");
	assert_done(change(GOOD_PASSWORD, NEW_PASSWORD));
	assert_int_equal(people_count("SELECT sum(count) FROM attempts"), 0);
}

TEST(refuses_a_password_that_is_too_short_or_common)
{
	add_knowing(1);
	people_expect_fault(
		change(GOOD_PASSWORD, "elevenchars"), "#/new", FAULT_TOO_SHORT);
	people_expect_fault(
		change(GOOD_PASSWORD, "password1234"), "#/new", FAULT_NOT_ALLOWED);
	people_expect_fault(
		change(GOOD_PASSWORD, "member1@example.org"), "#/new", FAULT_NOT_ALLOWED);
	assert_problem(call_as(1, ENTRY(password_change), JSON({"new": ["x"]})),
		PROBLEM_VALIDATION_FAILED);
}

TEST(somebody_without_a_password_cannot_change_it)
{
	people_add(1);
	assert_problem(change(GOOD_PASSWORD, NEW_PASSWORD), PROBLEM_INVALID_CREDENTIALS);
}
