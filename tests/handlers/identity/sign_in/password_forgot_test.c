#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
forgot(const char *email)
{
	struct scratch_answer answer = call_anonymously(
		ENTRY(password_forgot), scratch_printf(JSON({"email": "%s"}), email));

	send_asked_mails();
	return answer;
}

TEST(mails_a_link_that_sets_a_password)
{
	struct scratch_answer answer;
	const char *token;

	add_knowing(1);
	answer = forgot("MEMBER1@example.org");
	assert_done(answer);
	assert_string_equal(answer.text, "{\"status\":\"reset_sent\"}");
	assert_int_equal(count_mails("reset_password", "member1@example.org"), 1);
	people_expect_rows(1, "mail_tokens WHERE expires_at = now() + interval '1 hour'");
	token = mailed_secret("reset_password");
	assert_done(call_anonymously(ENTRY(password_reset),
		scratch_printf(
			JSON_OF({"token": "%s", "password": NEW_PASSWORD}), token)));
	assert_done(sign_in_with("member1@example.org", NEW_PASSWORD, ""));
	assert_problem(sign_in_with("member1@example.org", GOOD_PASSWORD, ""),
		PROBLEM_INVALID_CREDENTIALS);
}

/* The sign-up may be a stranger's, so its password does not become the account's. */
TEST(mails_the_verification_link_before_verification_and_doubts_the_password)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "own", "24 hours");
	assert_done(forgot("member1@example.org"));
	assert_int_equal(count_mails("verify_email", "member1@example.org"), 1);
	assert_done(call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), mailed_secret("verify_email"))));
	people_expect_rows(1,
		"members WHERE email_verified_at IS NOT NULL AND password_hash IS NULL");
}

TEST(says_the_same_of_an_address_without_an_account)
{
	struct scratch_answer known, unknown, unverified;

	people_add(1);
	people_add_unverified(2);
	known = forgot("member1@example.org");
	unknown = forgot("nobody@example.org");
	unverified = forgot("member2@example.org");
	assert_int_equal(unknown.problem, PROBLEM_NONE);
	assert_string_equal(unknown.text, known.text);
	assert_string_equal(unverified.text, known.text);
	people_expect_rows(1, "outbox");
}

TEST(is_limited_for_known_and_unknown_addresses_alike)
{
	static const char *const addresses[] = {
		"member1@example.org", "nobody@example.org"};

	people_add(1);
	for (size_t k = 0; k < COUNT_OF(addresses); k++) {
		for (int i = 0; i < 10; i++)
			assert_done(forgot(addresses[k]));
		assert_problem(forgot(addresses[k]), PROBLEM_RATE_LIMITED);
		scratch_sql("DELETE FROM attempts WHERE subject LIKE 'address%%'");
		assert_problem(forgot(addresses[k]), PROBLEM_RATE_LIMITED);
		scratch_sql("DELETE FROM attempts WHERE subject LIKE 'address%%'");
	}
}

TEST(refuses_what_is_no_address)
{
	expect_bad_addresses_refused(1, ENTRY(password_forgot), "");
	assert_problem(forgot(long_address(201)), PROBLEM_VALIDATION_FAILED);
	assert_done(forgot(long_address(200)));
}
