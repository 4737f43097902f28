#include <string.h>

#include "gateway/auth/auth.h"
#include "tests/support/test.h"
#include "tests/unit/gateway/auth/auth_scene.h"

TEST(lets_a_request_without_credential_be_anonymous)
{
	resolve(NULL, SURFACE_REST);
	assert_int_equal(answers, 1);
	assert_int_equal(last_problem, PROBLEM_NONE);
	assert_int_equal(last_principal.membership, MEMBERSHIP_NONE);
	assert_string_equal(last_principal.address.data, "192.0.2.1");
	assert_int_equal(sent_count, 0);
}

TEST(refuses_what_looks_like_none_of_our_tokens_without_asking)
{
	static const char *const credentials[] = {"Bearer x", "Bearer ", "Basic dTpw",
		"Bearer kith_ses_short", "Bearer " TOKEN("kith_xyz_"),
		"Bearer " TOKEN("kith_ses_") "A", "Bearer " TOKEN("kith_rt_"), ""};

	for (size_t i = 0; i < COUNT_OF(credentials); i++) {
		resolve(credentials[i], SURFACE_REST);
		assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
		assert_int_equal(last_principal.membership, MEMBERSHIP_NONE);
	}
	assert_int_equal(sent_count, 0);
}

TEST(asks_identity_by_the_hash_alone)
{
	resolve("bEaReR   " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 1);
	assert_null(memmem(sent[0].body, sent[0].size, "kith_pat_", 9));
	answer(0, "token", NULL);
	assert_int_equal(last_problem, PROBLEM_NONE);
	assert_int_equal(last_principal.membership, MEMBERSHIP_ACTIVE);
	assert_true(last_principal.admin);
	assert_int_equal(last_principal.credential_kind, CREDENTIAL_TOKEN);
	assert_int_equal(last_principal.member.bytes[15], 1);
	assert_int_equal(last_principal.credential.bytes[15], 2);
}

TEST(grants_the_scopes_that_a_scope_includes)
{
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "token", NULL);
	assert_int_equal(last_principal.scopes, SCOPE_NETWORK_WRITE | SCOPE_NETWORK_READ);
}

TEST(says_nothing_to_a_client_that_went)
{
	bool by_cookie;
	struct http_request request;

	request = fake_request(arena, "GET", "/v1/me");
	fake_header_add("Authorization", "Bearer " TOKEN("kith_pat_"));
	auth_resolve(&gateway, &request, SURFACE_REST, &by_cookie, resolved, &request);
	auth_cancel(&gateway, &request);
	answer(0, "token", NULL);
	assert_int_equal(answers, 0);
}

TEST(believes_no_answer_that_is_not_as_declared)
{
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "nonsense", NULL);
	assert_int_equal(last_problem, PROBLEM_SERVICE_UNAVAILABLE);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	sent[1].done(sent[1].data,
		&(struct bus_result){BUS_ANSWERED, (const uint8_t *)"\xc0", 1});
	assert_int_equal(last_problem, PROBLEM_SERVICE_UNAVAILABLE);
}

TEST(keeps_sessions_out_of_the_tool_server)
{
	resolve("Bearer " TOKEN("kith_ses_"), SURFACE_MCP);
	answer(0, "session", NULL);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(last_principal.membership, MEMBERSHIP_NONE);
	resolve("Bearer " TOKEN("kith_ses_"), SURFACE_REST);
	assert_int_equal(last_problem, PROBLEM_NONE);
}

TEST(takes_oauth_tokens_for_their_audience_only)
{
	resolve("Bearer " TOKEN("kith_at_"), SURFACE_MCP);
	answer(0, "oauth", "https://kith.example/mcp");
	assert_int_equal(last_problem, PROBLEM_NONE);
	assert_int_equal(last_principal.via, VIA_TOOL);
	resolve("Bearer " TOKEN("kith_at_"), SURFACE_REST);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
}

TEST(reads_the_cookie_of_its_own_name)
{
	bool by_cookie = false;
	struct http_request request;

	request = fake_request(arena, "GET", "/v1/me");
	fake_header_add(
		"Cookie", "a=b; x__Host-kith_session=no; __Host-kith_session=yes; c=d");
	assert_string_equal(auth_credential(&request, SURFACE_REST, &by_cookie), "yes");
	assert_true(by_cookie);
	assert_null(auth_credential(&request, SURFACE_MCP, &by_cookie));
	assert_false(by_cookie);
	fake_header_add("Authorization", "Bearer first");
	assert_string_equal(auth_credential(&request, SURFACE_REST, &by_cookie), "first");
	assert_false(by_cookie);
}

TEST(drops_a_user_agent_that_is_no_text)
{
	bool by_cookie;
	struct http_request request;

	request = fake_request(arena, "GET", "/v1/me");
	fake_header_add("User-Agent", "\xff\xfe");
	auth_resolve(&gateway, &request, SURFACE_REST, &by_cookie, resolved, &request);
	assert_int_equal(last_principal.user_agent.presence, ABSENT);
}

TEST(cuts_a_user_agent_between_characters)
{
	char value[260] = "";
	bool by_cookie;
	struct http_request request;

	for (size_t i = 0; i < 100; i++)
		memcpy(value + 1 + 2 * i, "\xc3\xa9", 2);
	value[0] = 'x';
	request = fake_request(arena, "GET", "/v1/me");
	fake_header_add("User-Agent", value);
	auth_resolve(&gateway, &request, SURFACE_REST, &by_cookie, resolved, &request);
	assert_int_equal(last_principal.user_agent.size, 199);
}
