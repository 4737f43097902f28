/*
 * auth_scene.h - requests with credentials, and identity's answers as a test gives them.
 * It replaces bus_call() of the program under test.
 */
#ifndef KITH_TESTS_UNIT_GATEWAY_AUTH_AUTH_SCENE_H
#define KITH_TESTS_UNIT_GATEWAY_AUTH_AUTH_SCENE_H

#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/wire/wire.h"
#include "gateway/auth/auth.h"
#include "gateway/auth/token_cache.h"
#include "gateway/core/invoke/revocations.h"
#include "gateway/ratelimit/limit.h"
#include "proto/identity/identity.h"
#include "tests/support/test.h"
#include "tests/unit/gateway/rest/fake_request.h"

#define TOKEN(prefix) prefix "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

static struct arena *arena;
static struct gateway gateway;

/* The calls to the bus that the test has intercepted. */
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

int
bus_replicas(const struct bus *bus, enum service_name service)
{
	(void)bus;
	(void)service;
	return 0;
}

/* The results of the latest resolutions. */
static int answers;
static enum problem last_problem;
static struct principal last_principal;
static const void *last_request; /* the latest request */

static inline void
resolved(void *data, enum problem problem, const struct principal *principal)
{
	(void)data;
	answers++;
	last_problem = problem;
	last_principal = *principal;
}

static inline void
begin(void)
{
	arena = arena_new(16384);
	gateway = (struct gateway){.tokens = token_cache_new(),

		.limits = limits_new(config()),
		.revocations = revocations_new(),
		.config = config()};
	sent_count = 0;
	answers = 0;
}

static inline void
end(void)
{
	auth_free(&gateway);
	limits_free(gateway.limits);
	revocations_free(gateway.revocations);
	arena_free(arena);
}

/* Resolves a request with this Authorization header. */
static inline void
resolve(const char *authorization, enum auth_surface surface)
{
	struct http_request *request = arena_alloc(arena, sizeof(*request));
	bool by_cookie = true;

	*request = fake_request(arena, "GET", "/v1/me");
	if (authorization != NULL)
		fake_header_add("Authorization", authorization);
	last_request = request;
	auth_resolve(&gateway, request, surface, &by_cookie, resolved, request);
	assert_false(by_cookie);
}

/* Answers a call as identity does: an active member with this kind of credential. */
static inline void
answer(size_t call, const char *kind, const char *audience)
{
	struct call reply = {.op = &op_credential_resolve, .arena = arena};
	struct buffer body = {.arena = arena};

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
	message_encode_reply(&body, &reply);
	sent[call].done(sent[call].data,
		&(struct bus_result){BUS_ANSWERED, body.data, body.size});
}

/* Answers as identity does for an unknown token. */
static inline void
answer_unknown(size_t call)
{
	struct call reply = {.op = &op_credential_resolve,
		.arena = arena,
		.outcome.problem = PROBLEM_INVALID_TOKEN};
	struct buffer body = {.arena = arena};

	reply.reply.arena = arena;
	message_encode_reply(&body, &reply);
	sent[call].done(sent[call].data,
		&(struct bus_result){BUS_ANSWERED, body.data, body.size});
}

const struct test_scene test_scene = {.open = fake_config, .before = begin, .after = end};

#endif
