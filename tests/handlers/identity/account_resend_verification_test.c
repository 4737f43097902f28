#include "tests/handlers/identity/identity_fixture.h"

static struct scratch_answer
resend(const char *email)
{
	return call_anonymously(&op_account_resend_verification,
		account_resend_verification,
		arena_printf(scratch_arena(), "{\"email\": \"%s\"}", email));
}

static void
mails_a_new_link_for_the_earliest_sign_up(void **state)
{
	(void)state;
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "expired", "-1 hour");
	people_add_mail_token(1, "verify_email", "own", "20 hours");
	people_add_mail_token(1, "verify_email", "strangers", "24 hours");
	scratch_sql(
		"UPDATE mail_tokens SET created_at = expires_at - interval '24 hours'");
	assert_int_equal(resend("Member1@EXAMPLE.org").problem, PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT name FROM mail_tokens WHERE hash ="
					  " sha256('%s')",
				    mailed_secret("verify_email")),
		"Name of own");
}

static void
works_when_every_link_has_expired(void **state)
{
	(void)state;
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "expired", "-1 hour");
	assert_int_equal(resend("member1@example.org").problem, PROBLEM_NONE);
	assert_int_equal(
		people_count("SELECT count(*) FROM mail_tokens WHERE hash = sha256('%s')"
			     " AND expires_at > now()",
			mailed_secret("verify_email")),
		1);
}

static void
says_the_same_and_mails_nothing_otherwise(void **state)
{
	struct scratch_answer answer;

	(void)state;
	people_add(1);
	answer = resend("member1@example.org");
	assert_string_equal(scratch_string(&answer, "status"), "verification_sent");
	answer = resend("nobody@example.org");
	assert_string_equal(scratch_string(&answer, "status"), "verification_sent");
	assert_int_equal(people_count("SELECT count(*) FROM outbox"), 0);
}

static void
is_limited_per_account_whoever_asks(void **state)
{
	(void)state;
	for (int i = 0; i < 10; i++)
		assert_int_equal(resend("ada@example.org").problem, PROBLEM_NONE);
	scratch_sql("DELETE FROM attempts WHERE subject LIKE 'address%%'");
	assert_int_equal(resend("ADA@example.org").problem, PROBLEM_RATE_LIMITED);
	assert_int_equal(resend("eve@example.org").problem, PROBLEM_NONE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(mails_a_new_link_for_the_earliest_sign_up),
		HANDLER_TEST(works_when_every_link_has_expired),
		HANDLER_TEST(says_the_same_and_mails_nothing_otherwise),
		HANDLER_TEST(is_limited_per_account_whoever_asks),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
