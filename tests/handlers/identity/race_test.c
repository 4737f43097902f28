/*
 * race_test.c - invariants under many identical calls at the same moment. These tests
 * commit.
 */
#include "tests/handlers/identity/identity_fixture.h"
#include "tests/support/crowd.h"

#define MANY 8

TEST_COMMITTED(a_link_opened_by_many_at_once_works_once)
{
	struct crowd crowd = {.op = &op_account_verify_email,
		.handler = account_verify_email,
		.service = "identity",
		.count = MANY};

	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "one", "1 hour");
	for (unsigned i = 0; i < MANY; i++)
		crowd.inputs[i] = JSON({"token": "one"});
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, 1);
	crowd_expect(&crowd, PROBLEM_TOKEN_NOT_FOUND, MANY - 1);
}

/* Each link belongs to another sign-up for the same address. */
TEST_COMMITTED(of_many_links_opened_at_once_one_makes_the_account)
{
	struct crowd crowd = {.op = &op_account_verify_email,
		.handler = account_verify_email,
		.service = "identity",
		.count = MANY};

	people_add_unverified(2);
	for (unsigned i = 0; i < MANY; i++) {
		const char *token = scratch_printf("link-%u", i);

		people_add_mail_token(2, "verify_email", token, "1 hour");
		crowd.inputs[i] = scratch_printf(JSON({"token": "%s"}), token);
	}
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, 1);
	crowd_expect(&crowd, PROBLEM_TOKEN_NOT_FOUND, MANY - 1);
}

/* One of the links to set a password works and voids the others. */
TEST_COMMITTED(of_many_resets_at_once_one_sets_the_password)
{
	struct crowd crowd = {.op = &op_password_reset,
		.handler = password_reset,
		.service = "identity",
		.count = MANY};

	people_add(3);
	for (unsigned i = 0; i < MANY; i++) {
		const char *token = scratch_printf("reset-%u", i);

		people_add_mail_token(3, "reset_password", token, "1 hour");
		crowd.inputs[i] = scratch_printf(
			JSON_OF({"token": "%s", "password": GOOD_PASSWORD}), token);
	}
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, 1);
	crowd_expect(&crowd, PROBLEM_TOKEN_NOT_FOUND, MANY - 1);
}

TEST_COMMITTED(namesakes_verified_at_once_have_handles_of_their_own)
{
	struct crowd crowd = {.op = &op_account_verify_email,
		.handler = account_verify_email,
		.service = "identity",
		.count = MANY};

	for (unsigned i = 0; i < MANY; i++) {
		const char *token = scratch_printf("namesake-%u", i);

		people_add_unverified(10 + i);
		people_add_mail_token(10 + i, "verify_email", token, "1 hour");
		crowd.inputs[i] = scratch_printf(JSON({"token": "%s"}), token);
	}
	scratch_sql("UPDATE mail_tokens SET name = 'Name Sake'");
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, MANY);
	people_expect_rows(MANY, "profiles WHERE handle LIKE 'name-sake%%'");
}

TEST_COMMITTED(guesses_sent_at_once_are_all_counted)
{
	struct crowd crowd = {.op = &op_session_sign_in,
		.handler = session_sign_in,
		.service = "identity",
		.count = 16};

	for (unsigned i = 0; i < crowd.count; i++)
		crowd.inputs[i] = JSON({"email": "eve@example.org", "password": "guess"});
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_INVALID_CREDENTIALS, 10);
	crowd_expect(&crowd, PROBLEM_RATE_LIMITED, 6);
}

TEST_COMMITTED(one_address_signed_up_by_many_at_once_is_one_member)
{
	struct crowd crowd = {.op = &op_account_sign_up,
		.handler = account_sign_up,
		.service = "identity",
		.count = MANY};

	scratch_sql("DELETE FROM attempts");
	for (unsigned i = 0; i < MANY; i++)
		crowd.inputs[i] = JSON_OF({
			"email": "ada@example.org",
			"name": "Ada",
			"password": GOOD_PASSWORD
		});
	crowd_call(&crowd);
	crowd_expect(&crowd, PROBLEM_NONE, MANY);
	people_expect_rows(1, "members WHERE email = 'ada@example.org'");
}
