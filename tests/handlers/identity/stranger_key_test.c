/*
 * stranger_key_test.c - idempotency keys of anonymous callers. A key that somebody else
 * has chosen too must neither block a request nor return that caller's answer.
 */
#include "common/wire/wire.h"
#include "tests/handlers/identity/account_fixture.h"

static const struct scratch_options key = {.idempotency_key = "1"};

static struct scratch_answer
keyed(struct op_entry entry, const char *json)
{
	const struct principal nobody = scratch_anonymous();

	return scratch_call_with(&entry, &nobody, json, &key);
}

static struct scratch_answer
sign_up(const char *name)
{
	return keyed(ENTRY(account_sign_up),
		scratch_printf(JSON_OF({
			"email": "%s@example.org",
			"name": "%s",
			"password": GOOD_PASSWORD
		}),
			name, name));
}

static struct scratch_answer
verify(const char *token)
{
	return keyed(ENTRY(account_verify_email),
		scratch_printf(JSON({"token": "%s"}), token));
}

TEST(another_request_under_the_same_key_is_just_another_one)
{
	struct scratch_answer second;

	assert_done(sign_up("ada"));
	second = sign_up("eve");
	assert_done(second);
	assert_false(second.call->outcome.replayed);
	people_expect_rows(2, "members");
}

/* Only the caller knows the password, or the token of the link. */
TEST(a_request_that_holds_a_secret_can_be_repeated)
{
	struct scratch_answer first, second;

	sign_up("ada");
	assert_true(sign_up("ada").call->outcome.replayed);
	people_expect_rows(1, "mail_tokens");
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "once", "1 hour");
	first = verify("once");
	second = verify("once");
	assert_true(second.call->outcome.replayed);
	assert_string_equal(second.text, first.text);
}

TEST(the_same_request_with_its_members_in_another_order_is_the_same)
{
	static const char again[] = JSON_OF(
		{"password": GOOD_PASSWORD, "name": "ada", "email": "ada@example.org"});

	sign_up("ada");
	assert_true(keyed(ENTRY(account_sign_up), again).call->outcome.replayed);
	people_expect_rows(1, "mail_tokens");
}

/* Anybody could send the same request, to learn that it was sent or to suppress the real
 * one. */
TEST(a_request_that_holds_none_is_carried_out_again)
{
	static const char ADA[] = JSON({"email": "ada@example.org"});

	for (int i = 1; i <= 2; i++) {
		assert_false(keyed(ENTRY(password_forgot), ADA).call->outcome.replayed);
		assert_false(keyed(ENTRY(account_resend_verification), ADA)
				     .call->outcome.replayed);
		people_expect_rows(2, "mail_requests");
		send_asked_mails();
	}
	people_expect_rows(0, "idempotency");
}

/* The gateway retries only requests whose answers are stored. */
TEST(only_what_needs_a_secret_is_kept)
{
	const struct principal nobody = scratch_anonymous();

	for (size_t i = 0; i < op_count; i++) {
		const bool free_for_all = ops[i] == &op_password_forgot ||
			ops[i] == &op_account_resend_verification;

		if (ops[i]->guard == GUARD_PUBLIC && ops[i]->tx == TX_WRITE)
			assert_int_equal(
				run_idempotency_applies(ops[i], &nobody), !free_for_all);
	}
}

TEST(a_members_request_is_the_members)
{
	const struct op_entry entry = {&op_password_forgot, password_forgot};
	static const char ADA[] = JSON({"email": "ada@example.org"});
	struct principal member;

	people_add(1);
	member = people_principal(1);
	scratch_call_with(&entry, &member, ADA, &key);
	assert_true(scratch_call_with(&entry, &member, ADA, &key).call->outcome.replayed);
	assert_false(keyed(ENTRY(password_forgot), ADA).call->outcome.replayed);
}

/* Returns the problem that another session gets at this moment. */
static enum problem
verify_elsewhere(const char *json_token)
{
	struct buffer input = {.arena = scratch_arena()};
	struct call call = {.op = &op_account_verify_email,
		.arena = scratch_arena(),
		.principal = scratch_anonymous(),
		.request_id = arena_text(scratch_arena(), "test"),
		.idempotency_key = arena_text(scratch_arena(), key.idempotency_key)};

	wire_map(&input, 1);
	wire_cstring(&input, "token");
	wire_cstring(&input, json_token);
	call.db = db_new(scratch_url(), NULL);
	run_call(&call, account_verify_email, input.data, input.size);
	db_free(call.db);
	return call.outcome.problem;
}

TEST(only_the_same_request_waits_for_one_that_is_running)
{
	people_add_unverified(1);
	people_add_mail_token(1, "verify_email", "once", "1 hour");
	assert_done(verify("once"));
	assert_int_equal(verify_elsewhere("once"), PROBLEM_IDEMPOTENCY_IN_PROGRESS);
	assert_int_equal(verify_elsewhere("twice"), PROBLEM_TOKEN_NOT_FOUND);
}
