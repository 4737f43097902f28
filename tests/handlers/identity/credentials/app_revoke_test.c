#include "tests/handlers/identity/account_fixture.h"

static struct scratch_answer
revoke(const char *client)
{
	return call_as(1, &op_app_revoke, app_revoke,
		arena_printf(scratch_arena(), JSON({"clientId": "%s"}), client));
}

TEST(ends_every_token_of_the_app)
{
	people_add(1);
	people_add(2);
	add_credential(20, 1, "oauth", "one", "1 day");
	add_credential(21, 1, "oauth", "two", "1 day");
	add_credential(22, 2, "oauth", "theirs", "1 day");
	add_credential(23, 1, "session", "session", "1 day");
	assert_int_equal(revoke("cli_one").problem, PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT string_agg(name, ' ' ORDER BY name)"
					  " FROM credentials WHERE revoked_at IS NULL"),
		"session theirs");
	assert_int_equal(count_audit("app.revoke", 1), 1);
	assert_int_equal(revoke("cli_one").problem, PROBLEM_APP_NOT_FOUND);
}

TEST(knows_no_app_that_was_never_connected)
{
	people_add(1);
	assert_int_equal(revoke("cli_nothing").problem, PROBLEM_APP_NOT_FOUND);
	assert_int_equal(revoke("").problem, PROBLEM_APP_NOT_FOUND);
}
