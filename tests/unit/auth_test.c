/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "common/clock.h"
#include "common/wire.h"
#include "gateway/auth.h"
#include "gateway/token_cache.h"
#include "proto/identity.h"
#include "tests/unit/fake_request.h"

#define TOKEN(prefix) prefix "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

static struct arena *arena;
static struct gateway gateway;

/* The calls that would have gone over the bus. */
static struct {
	bus_done *done;
	void *data;
	char body[4096];
	size_t size;
} sent[16];
static size_t sent_count;

uint64_t
bus_call(struct bus *bus, enum service_name service, const void *body, size_t size,
	int64_t deadline_monotonic_ms, bool repeatable, bus_done *done, void *data)
{
	(void)bus;
	assert_int_equal(service, SERVICE_IDENTITY);
	assert_true(deadline_monotonic_ms > clock_monotonic_ms());
	assert_true(repeatable);
	assert_in_range(size, 1, sizeof(sent[0].body));
	sent[sent_count].done = done;
	sent[sent_count].data = data;
	memcpy(sent[sent_count].body, body, size);
	sent[sent_count].size = size;
	return ++sent_count;
}

/* What the last resolutions said. */
static int answers;
static enum problem last_problem;
static struct principal last_principal;

static void
resolved(void *data, enum problem problem, const struct principal *principal)
{
	(void)data;
	answers++;
	last_problem = problem;
	last_principal = *principal;
}

static int
begin(void **state)
{
	(void)state;
	arena = arena_new(16384);
	gateway = (struct gateway){.tokens = token_cache_new(),
		.limits = limits_new(config()),
		.config = config()};
	sent_count = 0;
	answers = 0;
	return 0;
}

static int
end(void **state)
{
	(void)state;
	token_cache_free(gateway.tokens);
	limits_free(gateway.limits);
	arena_free(arena);
	return 0;
}

/* Resolves a request with this Authorization header. */
static void
resolve(const char *authorization, enum auth_surface surface)
{
	struct http_request *request = arena_alloc(arena, sizeof(*request));
	*request = fake_request(arena, "GET", "/v1/me");
	if (authorization != NULL)
		fake_header_add("Authorization", authorization);
	bool by_cookie = true;
	auth_resolve(&gateway, request, surface, &by_cookie, resolved, request);
	assert_false(by_cookie);
}

/* Identity's answer to a call: an active member with this kind of credential. */
static void
answer(size_t call, const char *kind, const char *audience)
{
	struct call reply = {.op = &op_credential_resolve, .arena = arena};
	reply.reply.arena = arena;
	wire_map(&reply.reply, 8);
	wire_cstring(&reply.reply, "member");
	wire_cstring(&reply.reply, "usr_00000000000000000000000001");
	wire_cstring(&reply.reply, "membership");
	wire_cstring(&reply.reply, "active");
	wire_cstring(&reply.reply, "admin");
	wire_boolean(&reply.reply, true);
	wire_cstring(&reply.reply, "credential");
	wire_cstring(&reply.reply, "ses_00000000000000000000000002");
	wire_cstring(&reply.reply, "kind");
	wire_cstring(&reply.reply, kind);
	wire_cstring(&reply.reply, "scopes");
	wire_integer(&reply.reply, SCOPE_NETWORK_WRITE);
	wire_cstring(&reply.reply, "client");
	wire_nil(&reply.reply);
	wire_cstring(&reply.reply, "audience");
	if (audience != NULL)
		wire_cstring(&reply.reply, audience);
	else
		wire_nil(&reply.reply);
	struct buffer body = {.arena = arena};
	message_encode_reply(&body, &reply);
	sent[call].done(sent[call].data,
		&(struct bus_result){BUS_ANSWERED, body.data, body.size});
}

/* Identity's answer that there is no such token. */
static void
answer_unknown(size_t call)
{
	struct call reply = {.op = &op_credential_resolve,
		.arena = arena,
		.problem = PROBLEM_INVALID_TOKEN};
	reply.reply.arena = arena;
	struct buffer body = {.arena = arena};
	message_encode_reply(&body, &reply);
	sent[call].done(sent[call].data,
		&(struct bus_result){BUS_ANSWERED, body.data, body.size});
}

static void
lets_a_request_without_credential_be_anonymous(void **state)
{
	(void)state;
	resolve(NULL, SURFACE_REST);
	assert_int_equal(answers, 1);
	assert_int_equal(last_problem, PROBLEM_NONE);
	assert_int_equal(last_principal.membership, MEMBERSHIP_NONE);
	assert_string_equal(last_principal.address.data, "192.0.2.1");
	assert_int_equal(sent_count, 0);
}

static void
refuses_what_looks_like_none_of_our_tokens_without_asking(void **state)
{
	(void)state;
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

static void
asks_identity_by_the_hash_alone(void **state)
{
	(void)state;
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

static void
grants_the_scopes_that_a_scope_includes(void **state)
{
	(void)state;
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "token", NULL);
	assert_int_equal(last_principal.scopes, SCOPE_NETWORK_WRITE | SCOPE_NETWORK_READ);
}

static void
remembers_an_answer_of_either_kind(void **state)
{
	(void)state;
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "token", NULL);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(answers, 2);
	assert_int_equal(last_problem, PROBLEM_NONE);
	resolve("Bearer " TOKEN("kith_ses_"), SURFACE_REST);
	answer_unknown(1);
	resolve("Bearer " TOKEN("kith_ses_"), SURFACE_REST);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(answers, 4);
	assert_int_equal(sent_count, 2);
}

static void
forgets_an_answer_after_a_second(void **state)
{
	(void)state;
	uint8_t hash[HASH_SIZE] = {1};
	struct principal principal = {.membership = MEMBERSHIP_ACTIVE};
	token_cache_store(gateway.tokens, hash, PROBLEM_NONE, &principal, 1000);
	assert_non_null(token_cache_find(gateway.tokens, hash, 999));
	assert_null(token_cache_find(gateway.tokens, hash, 1000));
}

static void
holds_no_more_than_its_table(void **state)
{
	(void)state;
	uint8_t hash[HASH_SIZE] = {0};
	struct principal principal = {.client = {GIVEN, 3, "cli"}};
	for (uint32_t i = 0; i < 20000; i++) {
		memcpy(hash, &i, sizeof(i));
		token_cache_store(gateway.tokens, hash, PROBLEM_NONE, &principal,
			1000 + (int64_t)i);
	}
	const struct token_entry *last = token_cache_find(gateway.tokens, hash, 1);
	assert_non_null(last);
	assert_string_equal(last->principal.client.data, "cli");
}

static void
asks_once_for_requests_that_come_together(void **state)
{
	(void)state;
	for (int i = 0; i < 5; i++)
		resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 1);
	assert_int_equal(answers, 0);
	answer(0, "token", NULL);
	assert_int_equal(answers, 5);
}

static void
says_nothing_to_a_client_that_went(void **state)
{
	(void)state;
	struct http_request request = fake_request(arena, "GET", "/v1/me");
	bool by_cookie;
	fake_header_add("Authorization", "Bearer " TOKEN("kith_pat_"));
	auth_resolve(&gateway, &request, SURFACE_REST, &by_cookie, resolved, &request);
	auth_cancel(&gateway, &request);
	answer(0, "token", NULL);
	assert_int_equal(answers, 0);
}

static void
does_not_remember_that_identity_was_away(void **state)
{
	(void)state;
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	sent[0].done(sent[0].data, &(struct bus_result){BUS_UNAVAILABLE, NULL, 0});
	assert_int_equal(last_problem, PROBLEM_SERVICE_UNAVAILABLE);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 2);
	sent[1].done(sent[1].data, &(struct bus_result){BUS_EXPIRED, NULL, 0});
	assert_int_equal(last_problem, PROBLEM_TIMEOUT);
}

static void
believes_no_answer_that_is_not_as_declared(void **state)
{
	(void)state;
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	answer(0, "nonsense", NULL);
	assert_int_equal(last_problem, PROBLEM_SERVICE_UNAVAILABLE);
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	sent[1].done(sent[1].data,
		&(struct bus_result){BUS_ANSWERED, (const uint8_t *)"\xc0", 1});
	assert_int_equal(last_problem, PROBLEM_SERVICE_UNAVAILABLE);
}

static void
keeps_sessions_out_of_the_tool_server(void **state)
{
	(void)state;
	resolve("Bearer " TOKEN("kith_ses_"), SURFACE_MCP);
	answer(0, "session", NULL);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
	assert_int_equal(last_principal.membership, MEMBERSHIP_NONE);
	resolve("Bearer " TOKEN("kith_ses_"), SURFACE_REST);
	assert_int_equal(last_problem, PROBLEM_NONE);
}

static void
takes_oauth_tokens_for_their_audience_only(void **state)
{
	(void)state;
	resolve("Bearer " TOKEN("kith_at_"), SURFACE_MCP);
	answer(0, "oauth", "https://kith.example/mcp");
	assert_int_equal(last_problem, PROBLEM_NONE);
	assert_int_equal(last_principal.via, VIA_TOOL);
	resolve("Bearer " TOKEN("kith_at_"), SURFACE_REST);
	assert_int_equal(last_problem, PROBLEM_INVALID_TOKEN);
}

/* A token that nobody has used before: the number is its last characters. */
static void
guess(unsigned number)
{
	sent_count = 0;
	resolve(arena_printf(arena, "Bearer kith_pat_%043u", number), SURFACE_REST);
	if (sent_count == 1)
		answer_unknown(0);
}

static void
asks_for_no_more_guesses_of_an_address_than_it_has_anonymous_requests(void **state)
{
	(void)state;
	unsigned number = 0;
	while (number < 1000 && last_problem != PROBLEM_RATE_LIMITED)
		guess(number++);
	assert_in_range(number, 61, 63);
	assert_int_equal(sent_count, 0);
	assert_int_equal(last_principal.membership, MEMBERSHIP_NONE);
}

static void
goes_on_asking_for_a_member_behind_the_address_of_a_guesser(void **state)
{
	(void)state;
	uint8_t hash[HASH_SIZE];
	struct principal principal = {.membership = MEMBERSHIP_ACTIVE};
	secret_hash(TOKEN("kith_pat_"), strlen(TOKEN("kith_pat_")), hash);
	token_cache_store(gateway.tokens, hash, PROBLEM_NONE, &principal, 1);
	for (unsigned number = 0; number < 100; number++)
		guess(number);
	assert_int_equal(last_problem, PROBLEM_RATE_LIMITED);
	sent_count = 0;
	resolve("Bearer " TOKEN("kith_pat_"), SURFACE_REST);
	assert_int_equal(sent_count, 1);
	answer(0, "token", NULL);
	assert_int_equal(last_problem, PROBLEM_NONE);
}

static void
reads_the_cookie_of_its_own_name(void **state)
{
	(void)state;
	bool by_cookie = false;
	struct http_request request = fake_request(arena, "GET", "/v1/me");
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

static void
drops_a_user_agent_that_is_no_text(void **state)
{
	(void)state;
	struct http_request request = fake_request(arena, "GET", "/v1/me");
	bool by_cookie;
	fake_header_add("User-Agent", "\xff\xfe");
	auth_resolve(&gateway, &request, SURFACE_REST, &by_cookie, resolved, &request);
	assert_int_equal(last_principal.user_agent.presence, ABSENT);
}

static void
cuts_a_user_agent_between_characters(void **state)
{
	(void)state;
	char value[260] = "";
	for (size_t i = 0; i < 100; i++)
		memcpy(value + 1 + 2 * i, "\xc3\xa9", 2);
	value[0] = 'x';
	struct http_request request = fake_request(arena, "GET", "/v1/me");
	bool by_cookie;
	fake_header_add("User-Agent", value);
	auth_resolve(&gateway, &request, SURFACE_REST, &by_cookie, resolved, &request);
	assert_int_equal(last_principal.user_agent.size, 199);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, begin, end)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		EACH(lets_a_request_without_credential_be_anonymous),
		EACH(refuses_what_looks_like_none_of_our_tokens_without_asking),
		EACH(asks_identity_by_the_hash_alone),
		EACH(grants_the_scopes_that_a_scope_includes),
		EACH(remembers_an_answer_of_either_kind),
		EACH(forgets_an_answer_after_a_second),
		EACH(holds_no_more_than_its_table),
		EACH(asks_once_for_requests_that_come_together),
		EACH(says_nothing_to_a_client_that_went),
		EACH(does_not_remember_that_identity_was_away),
		EACH(believes_no_answer_that_is_not_as_declared),
		EACH(keeps_sessions_out_of_the_tool_server),
		EACH(takes_oauth_tokens_for_their_audience_only),
		EACH(asks_for_no_more_guesses_of_an_address_than_it_has_anonymous_requests),
		EACH(goes_on_asking_for_a_member_behind_the_address_of_a_guesser),
		EACH(reads_the_cookie_of_its_own_name),
		EACH(drops_a_user_agent_that_is_no_text),
		EACH(cuts_a_user_agent_between_characters),
	};
	return cmocka_run_group_tests(tests, fake_config, NULL);
}
