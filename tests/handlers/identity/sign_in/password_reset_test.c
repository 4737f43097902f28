#include "tests/handlers/identity/identity_fixture.h"

static struct scratch_answer
reset(const char *token, const char *password)
{
	return call_anonymously(ENTRY(password_reset),
		scratch_printf(JSON({"token": "%s", "password": "%s"}), token, password));
}

TEST(sets_the_password_and_ends_everything_else)
{
	people_add(1);
	people_add_mail_token(1, "reset_password", "go", "1 hour");
	people_add_mail_token(1, "sign_in", "other", "1 hour");
	scratch_sql(
		"INSERT INTO credentials (id, member_id, kind, hash, scopes, expires_at,"
		" absolute_expires_at) VALUES ('%s', '%s', 'session', sha256('x'), 63,"
		" now() + interval '1 day', now() + interval '1 day')",
		scratch_uuid_text(20), scratch_uuid_text(1));
	assert_done(reset("go", GOOD_PASSWORD));
	people_expect_rows(0, "credentials WHERE revoked_at IS NULL");
	people_expect_rows(0, "mail_tokens WHERE used_at IS NULL");
	people_expect_rows(1,
		"audit WHERE action = 'password.reset' AND subject_id = '%s'",
		scratch_uuid_text(1));
	assert_string_equal(scratch_value("SELECT payload ->> 'template' FROM outbox"),
		"password_changed");
	assert_done(call_anonymously(ENTRY(session_sign_in),
		JSON_OF({"email": "member1@example.org", "password": GOOD_PASSWORD})));
}

TEST(spares_tokens_if_asked_to)
{
	people_add(1);
	people_add_mail_token(1, "reset_password", "go", "1 hour");
	scratch_sql("INSERT INTO credentials (id, member_id, kind, name, hash,"
		    " scopes, expires_at, absolute_expires_at)"
		    " SELECT gen_random_uuid(), '%s',"
		    " kind, kind, sha256(kind::bytea), 12, now() + interval '1 day',"
		    " now() + interval '1 day' FROM unnest('{session,token}'::text[])"
		    " AS kind",
		scratch_uuid_text(1));
	assert_done(call_anonymously(ENTRY(password_reset),
		scratch_printf(
			JSON({"token": "go", "password": "%s", "revokeAccess": false}),
			GOOD_PASSWORD)));
	assert_string_equal(scratch_value("SELECT string_agg(kind, ' ')"
					  " FROM credentials WHERE revoked_at IS NULL"),
		"token");
}

/* A thief with a session can invite his own account to the member's organization. */
TEST(ends_invitations_to_administer_an_organization)
{
	people_add(1);
	people_add_org(10, "public");
	people_join_as(10, 1, "owner");
	scratch_sql(
		"INSERT INTO org_invitations (id, org_id, email, role, hash,"
		" invited_by, to_stranger, expires_at) SELECT gen_random_uuid(), '%s',"
		" role || '@example.org', role, sha256(role::bytea), '%s',"
		" false, now() + interval '1 day'"
		" FROM unnest('{owner,admin,member}'::text[]) AS role",
		scratch_uuid_text(10), scratch_uuid_text(1));
	people_add_mail_token(1, "reset_password", "go", "1 hour");
	assert_done(reset("go", GOOD_PASSWORD));
	assert_string_equal(scratch_value("SELECT string_agg(role, ' ')"
					  " FROM org_invitations"
					  " WHERE status = 'pending'"),
		"member");
}

/* A thief with a session can link an account of his own. */
TEST(unlinks_the_social_account)
{
	people_add_all(2);
	scratch_sql("INSERT INTO social_accounts (member_id, provider, remote_id, handle,"
		    " url, token) SELECT id, 'https://social.example', id::text, 'thief',"
		    " 'https://social.example/@thief', 'token' FROM members");
	people_add_mail_token(1, "reset_password", "go", "1 hour");
	assert_done(reset("go", GOOD_PASSWORD));
	people_expect_rows(
		1, "social_accounts WHERE member_id = '%s'", scratch_uuid_text(2));
	people_expect_rows(1, "social_accounts");
	people_expect_rows(1, "social_revocations");
}

TEST(a_link_works_once_and_in_time_and_for_nothing_else)
{
	people_add(1);
	people_add_unverified(2);
	people_add_mail_token(1, "sign_in", "go", "1 hour");
	people_add_mail_token(1, "reset_password", "late", "-1 second");
	people_add_mail_token(2, "verify_email", "verify", "1 hour");
	assert_problem(reset("late", GOOD_PASSWORD), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(reset("verify", GOOD_PASSWORD), PROBLEM_TOKEN_NOT_FOUND);
	assert_done(reset("go", GOOD_PASSWORD));
	assert_problem(reset("go", GOOD_PASSWORD), PROBLEM_TOKEN_NOT_FOUND);
}

TEST(a_common_password_does_not_use_the_link_up)
{
	people_add(1);
	people_add_mail_token(1, "sign_in", "go", "1 hour");
	people_expect_fault(reset("go", "password1234"), "#/password", FAULT_NOT_ALLOWED);
	people_expect_fault(
		reset("go", "Member1@example.org"), "#/password", FAULT_NOT_ALLOWED);
	people_expect_fault(
		reset("go", "Member 2026!!"), "#/password", FAULT_NOT_ALLOWED);
	assert_done(reset("go", GOOD_PASSWORD));
}
