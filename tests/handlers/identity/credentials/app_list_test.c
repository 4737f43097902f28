#include "tests/handlers/identity/account_fixture.h"

TEST(has_nothing_before_an_app_is_connected)
{
	struct scratch_answer answer;

	people_add(1);
	add_credential(20, 1, "token", "one", "1 day");
	answer = call_as(1, &op_app_list, app_list, NULL);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(answer.text, "{\"items\":[],\"nextCursor\":null}");
}

TEST(answers_one_item_for_all_tokens_of_an_app)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	add_credential(20, 1, "oauth", "one", "1 day");
	add_credential(21, 1, "oauth", "two", "1 day");
	add_credential(22, 1, "oauth", "other", "1 day");
	add_credential(23, 2, "oauth", "theirs", "1 day");
	scratch_sql(
		"UPDATE credentials SET client = 'cli_two', name = '' WHERE id = '%s'",
		scratch_uuid_text(22));
	scratch_sql(
		"UPDATE credentials SET scopes = 1, last_used_at = now() WHERE id = '%s'",
		scratch_uuid_text(21));
	answer = call_as(1, &op_app_list, app_list, JSON({"limit": 1}));
	assert_string_equal(scratch_string(&answer, "items.0.clientId"), "cli_two");
	assert_string_equal(scratch_string(&answer, "items.0.name"), "cli_two");
	assert_true(json_is_null(scratch_at(&answer, "items.0.lastUsedAt")));
	answer = call_as(1, &op_app_list, app_list,
		arena_printf(scratch_arena(), JSON({"limit": 1, "cursor": "%s"}),
			scratch_string(&answer, "nextCursor")));
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 1);
	assert_string_equal(scratch_string(&answer, "items.0.clientId"), "cli_one");
	assert_string_equal(scratch_string(&answer, "items.0.name"), "two");
	assert_int_equal(json_array_size(scratch_at(&answer, "items.0.scopes")), 3);
	assert_true(json_is_string(scratch_at(&answer, "items.0.lastUsedAt")));
	assert_true(json_is_null(scratch_at(&answer, "items.0.redirectHost")));
	assert_true(json_is_null(scratch_at(&answer, "nextCursor")));
}

TEST(is_not_for_apps)
{
	people_add(1);
	assert_int_equal(call_as_app(1, &op_app_list, app_list, NULL).problem,
		PROBLEM_INSUFFICIENT_SCOPE);
	assert_int_equal(
		call_with(CREDENTIAL_TOKEN, 1, &op_app_list, app_list, NULL).problem,
		PROBLEM_NONE);
}
