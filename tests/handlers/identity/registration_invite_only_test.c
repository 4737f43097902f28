#include "tests/handlers/identity/identity_fixture.h"

TEST(wants_a_code)
{
	people_expect_fault(call_anonymously(ENTRY(account_sign_up), JSON_OF({
		"email": "ada@example.org",
		"name": "Ada",
		"password": GOOD_PASSWORD
	})),
		"#/inviteCode", FAULT_REQUIRED);
}

TEST(refuses_a_code_that_nobody_made)
{
	people_expect_fault(call_anonymously(ENTRY(account_sign_up), JSON_OF({
		"email": "ada@example.org",
		"name": "Ada",
		"password": GOOD_PASSWORD,
		"inviteCode": "ABC"
	})),
		"#/inviteCode", FAULT_NOT_ALLOWED);
	people_expect_rows(0, "members");
}

static struct scratch_answer
verify(void)
{
	return call_anonymously(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), mailed_secret("verify_email")));
}

static void
sign_up_with_code(const char *email)
{
	assert_done(call_anonymously(ENTRY(account_sign_up),
		scratch_printf(JSON_OF({
			"email": "%s",
			"name": "Ada",
			"password": GOOD_PASSWORD,
			"inviteCode": "CODE"
		}),
			email)));
}

TEST(admits_who_has_a_code)
{
	scratch_sql("INSERT INTO invite_codes (code, max_uses) VALUES ('CODE', 1)");
	sign_up_with_code("ada@example.org");
	scratch_expect(verify(), "{'membershipStatus': 'active'}");
}

TEST(makes_no_account_of_a_sign_up_whose_code_was_revoked)
{
	scratch_sql("INSERT INTO invite_codes (code, max_uses) VALUES ('CODE', 1)");
	sign_up_with_code("ada@example.org");
	scratch_sql("UPDATE invite_codes SET revoked_at = now()");
	assert_problem(verify(), PROBLEM_TOKEN_NOT_FOUND);
	people_expect_rows(0, "members WHERE email_verified_at IS NOT NULL");
}

int
main(void)
{
	setenv("KITH_REGISTRATION", "invite_only", 1);
	return test_main();
}
