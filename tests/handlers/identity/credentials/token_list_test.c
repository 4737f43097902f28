#include "tests/handlers/identity/account_fixture.h"

TEST(answers_the_tokens_that_work)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	add_credential(20, 1, "token", "one", "1 day");
	add_credential(21, 1, "token", "two", "1 day");
	add_credential(22, 1, "token", "late", "-1 second");
	add_credential(23, 1, "session", "session", "1 day");
	add_credential(24, 2, "token", "theirs", "1 day");
	answer = call_as(1, &op_token_list, token_list, NULL);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 2);
	assert_string_equal(scratch_string(&answer, "items.0.id"), scratch_id("pat", 21));
	assert_string_equal(scratch_string(&answer, "items.0.name"), "two");
	assert_string_equal(scratch_string(&answer, "items.0.scopes.0"), "network:read");
	assert_string_equal(scratch_string(&answer, "items.0.scopes.1"), "network:write");
	assert_true(json_is_null(scratch_at(&answer, "items.0.lastUsedAt")));
	assert_null(strstr(answer.text, "kith_pat_"));
}

TEST(goes_through_the_pages)
{
	struct scratch_answer answer;

	people_add(1);
	for (unsigned i = 20; i < 23; i++)
		add_credential(
			i, 1, "token", arena_printf(scratch_arena(), "t%u", i), "1 day");
	answer = call_as(1, &op_token_list, token_list, JSON({"limit": 1}));
	for (unsigned i = 22; i > 20; i--) {
		assert_string_equal(
			scratch_string(&answer, "items.0.id"), scratch_id("pat", i));
		answer = call_as(1, &op_token_list, token_list,
			arena_printf(scratch_arena(), JSON({"limit": 1, "cursor": "%s"}),
				scratch_string(&answer, "nextCursor")));
	}
	assert_string_equal(scratch_string(&answer, "items.0.id"), scratch_id("pat", 20));
	assert_true(json_is_null(scratch_at(&answer, "nextCursor")));
}

/* The names in SQL are those of the contract. */
TEST(names_every_scope_as_the_contract_does)
{
	struct scratch_answer answer;
	const json_t *names;

	people_add(1);
	add_credential(20, 1, "token", "all", "1 day");
	scratch_sql("UPDATE credentials SET scopes = %d", SCOPE_ALL);
	answer = call_as(1, &op_token_list, token_list, NULL);
	names = scratch_at(&answer, "items.0.scopes");
	assert_int_equal(json_array_size(names), SCOPE_KINDS);
	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		assert_string_equal(
			json_string_value(json_array_get(names, i)), scope_infos[i].name);
		assert_int_equal(scope_infos[i].bit, 1 << i);
	}
}

TEST(is_not_for_apps)
{
	people_add(1);
	assert_int_equal(call_as_app(1, &op_token_list, token_list, NULL).problem,
		PROBLEM_INSUFFICIENT_SCOPE);
	assert_int_equal(
		call_with(CREDENTIAL_TOKEN, 1, &op_token_list, token_list, NULL).problem,
		PROBLEM_NONE);
}
