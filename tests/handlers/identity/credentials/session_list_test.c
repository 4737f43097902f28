#include "tests/handlers/identity/account_fixture.h"

TEST(answers_where_the_caller_is_signed_in)
{
	people_add_all(2);
	add_credential(20, 1, "session", "first", "1 day");
	add_credential(901, 1, "session", "mine", "1 day");
	add_credential(21, 1, "session", "late", "-1 second");
	add_credential(22, 1, "token", "pat", "1 day");
	add_credential(23, 2, "session", "theirs", "1 day");
	scratch_sql(
		"UPDATE credentials SET user_agent = 'Browser/1', address = '192.0.2.7',"
		" last_used_at = now() WHERE id = '%s'",
		scratch_uuid_text(20));
	scratch_expect(call_as(1, ENTRY(session_list), NULL),
		"{'items.length': 2, 'items.0.id': '%s', 'items.0.current': true,"
		" 'items.0.lastUsedAt': null, 'items.1.current': false,"
		" 'items.1.userAgent': 'Browser/1', 'items.1.address': '192.0.2.7',"
		" 'nextCursor': null}",
		scratch_id("ses", 901));
}

TEST(goes_through_the_pages)
{
	struct scratch_answer answer;

	people_add(1);
	for (unsigned i = 20; i < 23; i++)
		add_credential(i, 1, "session", scratch_printf("s%u", i), "1 day");
	answer = call_as(1, ENTRY(session_list), JSON({"limit": 2}));
	scratch_expect(answer, "{'items.0.id': '%s'}", scratch_id("ses", 22));
	answer = call_as(1, ENTRY(session_list),
		scratch_printf(JSON({"limit": 2, "cursor": "%s"}),
			scratch_string(&answer, "nextCursor")));
	scratch_expect(
		answer, "{'items.length': 1, 'items.0.id': '%s'}", scratch_id("ses", 20));
	assert_problem(call_as(1, ENTRY(session_list), JSON({"cursor": "x"})),
		PROBLEM_INVALID_CURSOR);
	assert_problem(call_as(1, ENTRY(session_list), JSON({"limit": 101})),
		PROBLEM_VALIDATION_FAILED);
}

TEST(is_not_for_apps)
{
	people_add(1);
	assert_problem(
		call_as_app(1, ENTRY(session_list), NULL), PROBLEM_INSUFFICIENT_SCOPE);
	assert_done(call_with(CREDENTIAL_TOKEN, 1, ENTRY(session_list), NULL));
}
