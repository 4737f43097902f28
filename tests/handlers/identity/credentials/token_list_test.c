#include "tests/handlers/identity/account_fixture.h"

TEST(answers_the_tokens_that_work)
{
	struct scratch_answer answer;

	people_add_all(2);
	add_credential(20, 1, "token", "one", "1 day");
	add_credential(21, 1, "token", "two", "1 day");
	add_credential(22, 1, "token", "late", "-1 second");
	add_credential(23, 1, "session", "session", "1 day");
	add_credential(24, 2, "token", "theirs", "1 day");
	answer = call_as(1, ENTRY(token_list), NULL);
	scratch_expect(answer,
		"{'items.length': 2, 'items.0.id': '%s', 'items.0.name': 'two',"
		" 'items.0.scopes.0': 'network:read',"
		" 'items.0.scopes.1': 'network:write', 'items.0.lastUsedAt': null}",
		scratch_id("pat", 21));
	assert_null(strstr(answer.text, "kith_pat_"));
}

TEST(goes_through_the_pages)
{
	struct scratch_answer answer;

	people_add(1);
	for (unsigned i = 20; i < 23; i++)
		add_credential(i, 1, "token", scratch_printf("t%u", i), "1 day");
	answer = call_as(1, ENTRY(token_list), JSON({"limit": 1}));
	for (unsigned i = 22; i > 20; i--) {
		scratch_expect(answer, "{'items.0.id': '%s'}", scratch_id("pat", i));
		answer = call_as(1, ENTRY(token_list),
			scratch_printf(JSON({"limit": 1, "cursor": "%s"}),
				scratch_string(&answer, "nextCursor")));
	}
	scratch_expect(answer, "{'items.0.id': '%s', 'nextCursor': null}",
		scratch_id("pat", 20));
}

/* The names in SQL equal those of the contract. */
TEST(names_every_scope_as_the_contract_does)
{
	struct scratch_answer answer;
	const json_t *names;

	people_add(1);
	add_credential(20, 1, "token", "all", "1 day");
	scratch_sql("UPDATE credentials SET scopes = %d", SCOPE_ALL);
	answer = call_as(1, ENTRY(token_list), NULL);
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
	assert_problem(
		call_as_app(1, ENTRY(token_list), NULL), PROBLEM_INSUFFICIENT_SCOPE);
	assert_done(call_with(CREDENTIAL_TOKEN, 1, ENTRY(token_list), NULL));
}
