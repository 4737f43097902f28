#include "services/identity/account/sweep.h"
#include "tests/handlers/identity/identity_fixture.h"

static struct scratch_answer
resend(const char *email)
{
	struct scratch_answer answer =
		call_anonymously(ENTRY(account_resend_verification),
			scratch_printf(JSON({"email": "%s"}), email));

	send_asked_mails();
	return answer;
}

TEST(mails_a_new_link_for_the_earliest_sign_up)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "expired", "-1 hour");
	people_add_mail_token(1, "verify_email", "own", "20 hours");
	people_add_mail_token(1, "verify_email", "strangers", "24 hours");
	scratch_sql(
		"UPDATE mail_tokens SET created_at = expires_at - interval '24 hours'");
	assert_done(resend("Member1@EXAMPLE.org"));
	assert_string_equal(scratch_value("SELECT name FROM mail_tokens WHERE hash ="
					  " sha256('%s')",
				    mailed_secret("verify_email")),
		"Name of own");
}

static struct scratch_answer
verify(const char *token)
{
	return call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), token));
}

static void
sweep(void)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("identity")};

	scratch_sql("SET ROLE kith_identity");
	sweep_once(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

/* The first link has expired and is gone. */
TEST(the_new_link_is_as_good_as_the_first)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "own", "24 hours");
	assert_done(resend("member1@example.org"));
	scratch_sql("UPDATE mail_tokens SET expires_at = now() - interval '1 second'"
		    " WHERE hash = sha256('own')");
	sweep();
	people_expect_rows(1, "mail_tokens");
	scratch_expect(
		verify(mailed_secret("verify_email")), "{'passwordNeeded': false}");
	people_expect_rows(1, "members WHERE password_hash = '$argon2id$of-own'");
	people_expect_rows(0, "outbox WHERE payload ->> 'template' = 'choose_password'");
}

/* The link that an earlier release sent again carries no password. */
TEST(a_new_link_of_the_release_before_is_as_good)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "own", "24 hours");
	assert_done(resend("member1@example.org"));
	scratch_sql("UPDATE mail_tokens SET password_hash = NULL"
		    " WHERE hash <> sha256('own')");
	scratch_expect(
		verify(mailed_secret("verify_email")), "{'passwordNeeded': false}");
}

/* The stranger's sign-up alone is left, but it was not the only one. */
TEST(a_stranger_who_signed_up_last_does_not_win_by_waiting)
{
	const char *emails = JSON_OF({
		"email": "member1@example.org",
		"name": "Eve",
		"password": GOOD_PASSWORD
	});

	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "own", "24 hours");
	assert_done(call_anonymously(ENTRY(account_sign_up), emails));
	scratch_sql("UPDATE mail_tokens SET expires_at = now() - interval '1 second'"
		    " WHERE hash = sha256('own')");
	sweep();
	people_expect_rows(1, "mail_tokens");
	assert_done(resend("member1@example.org"));
	scratch_expect(verify(mailed_secret("verify_email")), "{'passwordNeeded': true}");
	people_expect_rows(1,
		"members WHERE email_verified_at IS NOT NULL AND password_hash IS NULL");
}

/* The sign-up comes after the mail was sent again and before its link is opened. */
TEST(a_new_link_gives_no_password_after_another_sign_up)
{
	const char *link;

	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "own", "24 hours");
	assert_done(resend("member1@example.org"));
	link = mailed_secret("verify_email");
	people_add_mail_token(1, "verify_email", "strangers", "24 hours");
	scratch_expect(verify(link), "{'passwordNeeded': true}");
	people_expect_rows(1,
		"mail_tokens WHERE used_at IS NULL"
		" AND kind = 'reset_password' AND hash = sha256('%s')",
		mailed_secret("choose_password"));
}

/* Asking for the mail again is not another sign-up. */
TEST(leaves_the_first_link_and_its_password_as_they_were)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "own", "24 hours");
	assert_done(resend("member1@example.org"));
	assert_done(
		call_anonymously(ENTRY(account_verify_email), JSON({"token": "own"})));
	people_expect_rows(1, "members WHERE password_hash = '$argon2id$of-own'");
}

TEST(works_when_every_link_has_expired)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "expired", "-1 hour");
	assert_done(resend("member1@example.org"));
	people_expect_rows(1,
		"mail_tokens WHERE hash = sha256('%s') AND expires_at > now()",
		mailed_secret("verify_email"));
}

TEST(says_the_same_and_mails_nothing_otherwise)
{
	people_add(1);
	scratch_expect(resend("member1@example.org"), "{'status': 'verification_sent'}");
	scratch_expect(resend("nobody@example.org"), "{'status': 'verification_sent'}");
	people_expect_rows(0, "outbox");
}

TEST(is_limited_per_account_for_each_who_asks)
{
	for (int i = 0; i < 10; i++)
		assert_done(resend("ada@example.org"));
	scratch_sql("DELETE FROM attempts WHERE subject LIKE 'address%%'");
	assert_problem(resend("ADA@example.org"), PROBLEM_RATE_LIMITED);
	assert_done(resend("eve@example.org"));
}
