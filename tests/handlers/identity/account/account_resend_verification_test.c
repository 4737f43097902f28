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

/* The caller need not be the one who signed up, even if there is only one sign-up. */
TEST(lets_nobody_in_with_the_password_of_a_sign_up)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "mallorys", "24 hours");
	assert_done(resend("member1@example.org"));
	assert_done(call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), mailed_secret("verify_email"))));
	people_expect_rows(1,
		"members WHERE email_verified_at IS NOT NULL AND password_hash IS NULL");
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
