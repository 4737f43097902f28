#include "tests/handlers/identity/oauth_fixture.h"

TEST(makes_a_client_that_stays)
{
	struct scratch_answer answer = oauth_call(client_create, JSON({
		"name": "Ours",
		"redirectUris": ["https://app.example/callback"],
		"confidential": true
	}));

	assert_done(answer);
	assert_true(json_is_string(scratch_at(&answer, "clientSecret")));
	assert_string_equal(scratch_value("SELECT kind FROM oauth_clients"), "fixed");
	people_expect_rows(1, "audit WHERE action = 'client.create'");
}

TEST(holds_the_operator_to_the_same_addresses)
{
	assert_problem(
		oauth_call(client_create,
			JSON({"name": "Ours", "redirectUris": ["javascript:alert(1)"]})),
		PROBLEM_VALIDATION_FAILED);
}
