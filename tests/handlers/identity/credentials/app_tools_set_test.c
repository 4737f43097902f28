#include "tests/handlers/identity/oauth_fixture.h"

static struct scratch_answer
choose(unsigned member, const char *client, const char *tools)
{
	return call_as(member, ENTRY(app_tools_set),
		scratch_printf(JSON({"clientId": "%s", "tools": "%s"}), client, tools));
}

TEST(sets_the_tools_of_every_grant_of_the_members_own_app)
{
	const char *client;

	oauth_add_member(1);
	oauth_add_member(2);
	client = oauth_client(LOOPBACK);
	oauth_connected(1, client);
	oauth_connected(1, client);
	oauth_connected(2, client);
	assert_done(choose(1, client, "core"));
	people_expect_rows(2, "oauth_grants WHERE member_id = '%s' AND tools = 'core'",
		scratch_uuid_text(1));
	people_expect_rows(0, "oauth_grants WHERE member_id = '%s' AND tools = 'core'",
		scratch_uuid_text(2));
	scratch_expect(call_as(1, ENTRY(app_list), NULL), "{'items.0.tools': 'core'}");
	scratch_expect(call_as(2, ENTRY(app_list), NULL), "{'items.0.tools': 'all'}");
	assert_done(choose(1, client, "all"));
	scratch_expect(call_as(1, ENTRY(app_list), NULL), "{'items.0.tools': 'all'}");
}

TEST(knows_neither_other_sets_nor_other_apps)
{
	const char *client;

	oauth_add_member(1);
	client = oauth_client(LOOPBACK);
	assert_problem(choose(1, client, "core"), PROBLEM_APP_NOT_FOUND);
	assert_problem(choose(1, "nothing", "core"), PROBLEM_APP_NOT_FOUND);
	oauth_connected(1, client);
	assert_problem(choose(1, client, "read"), PROBLEM_VALIDATION_FAILED);
}

TEST(is_for_sessions_alone)
{
	const char *json = JSON({"clientId": "cli_x", "tools": "all"});

	people_add(1);
	assert_problem(
		call_as_app(1, ENTRY(app_tools_set), json), PROBLEM_INSUFFICIENT_SCOPE);
	assert_problem(call_with(CREDENTIAL_TOKEN, 1, ENTRY(app_tools_set), json),
		PROBLEM_INSUFFICIENT_SCOPE);
}
