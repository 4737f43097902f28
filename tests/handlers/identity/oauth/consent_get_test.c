#include "tests/handlers/identity/oauth_fixture.h"

static struct scratch_answer
look(unsigned member, const char *transaction)
{
	return oauth_call_as(member, ENTRY(consent_get),
		oauth_json(JSON({"transaction": "%s"}), transaction));
}

TEST(says_who_asks_for_what_and_where_the_answer_goes)
{
	oauth_add_member(1);
	scratch_expect(look(1, oauth_transaction(oauth_client(LOOPBACK), LOOPBACK, "")),
		"{'clientName': 'App', 'redirectHost': '127.0.0.1',"
		" 'memberEmail': 'member1@example.org', 'loopback': true,"
		" 'verified': false, 'scopes.length': 5}");
}

TEST(offers_administration_where_it_was_asked_for_and_to_administrators_alone)
{
	const struct op_entry entry = {&op_consent_get, consent_get};
	struct principal admin = oauth_member(1);
	struct scratch_answer answer;
	const char *transaction;

	oauth_add_member(1);
	transaction = oauth_transaction(
		oauth_client(LOOPBACK), LOOPBACK, ", \"scope\": \"network:read admin\"");
	answer = look(1, transaction);
	assert_null(strstr(answer.text, "\"admin\""));
	transaction = oauth_transaction(
		oauth_client(LOOPBACK), LOOPBACK, ", \"scope\": \"network:read\"");
	admin.admin = true;
	answer = scratch_call(
		&entry, &admin, oauth_json(JSON({"transaction": "%s"}), transaction));
	assert_null(strstr(answer.text, "\"admin\""));
	transaction = oauth_transaction(
		oauth_client(LOOPBACK), LOOPBACK, ", \"scope\": \"network:read admin\"");
	answer = scratch_call(
		&entry, &admin, oauth_json(JSON({"transaction": "%s"}), transaction));
	assert_non_null(strstr(answer.text, "\"admin\""));
}

TEST(says_whether_the_app_is_connected_already)
{
	const char *client = oauth_client(LOOPBACK);

	oauth_add_member(1);
	scratch_expect(
		look(1, oauth_transaction(client, LOOPBACK, "")), "{'connected': false}");
	oauth_connected(1, client);
	scratch_expect(
		look(1, oauth_transaction(client, LOOPBACK, "")), "{'connected': true}");
	scratch_sql("UPDATE oauth_grants SET revoked_at = now()");
	scratch_expect(
		look(1, oauth_transaction(client, LOOPBACK, "")), "{'connected': false}");
}

TEST(shows_a_host_or_the_scheme_of_an_address_without_one)
{
	static const char uri[] = "cursor://anysphere.cursor-mcp/oauth/callback";

	oauth_add_member(1);
	scratch_expect(look(1, oauth_transaction(oauth_client(uri), uri, "")),
		"{'redirectHost': 'cursor:', 'private': true}");
	scratch_expect(look(1, oauth_transaction(oauth_client(WEB), WEB, "")),
		"{'redirectHost': 'app.example', 'loopback': false}");
}

TEST(knows_no_request_that_is_over)
{
	const char *transaction;

	oauth_add_member(1);
	transaction = oauth_transaction(oauth_client(LOOPBACK), LOOPBACK, "");
	assert_problem(look(1, "kith_tx_made_up"), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(look(1, ""), PROBLEM_TOKEN_NOT_FOUND);
	scratch_sql("UPDATE oauth_transactions SET expires_at = now()");
	assert_problem(look(1, transaction), PROBLEM_TOKEN_NOT_FOUND);
}
