/*
 * A POST to the tool server: lines with MCP-Protocol-Version, Mcp-Method and Mcp-Name,
 * then the body. It gets one answer, in JSON-RPC or without a body. The services answer
 * at once.
 */
#include "common/base/clock.h"
#include "common/base/log.h"
#include "gateway/bus/bus.h"
#include "gateway/core/invoke/load.h"
#include "gateway/core/invoke/revocations.h"
#include "gateway/core/invoke/writes.h"
#include "gateway/core/observe/health.h"
#include "gateway/mcp/exchange.h"
#include "gateway/mcp/turn.h"
#include "gateway/ratelimit/limit.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/gateway/rest/fake_request.h"

/* ---- the bus under test: it has one service, which is never there ------------------ */

static const struct bus_result unavailable = {.outcome = BUS_UNAVAILABLE};
/* Calls that wait for their answer: health makes two at once. */
#define WAITING_MAX 2
static struct waiting_call {
	bus_done *done;
	void *data;
} waiting[WAITING_MAX];
static size_t waiting_count;

uint64_t
bus_call(struct bus *bus, enum service_name service, const void *body, size_t size,
	int64_t deadline_ms, bool repeatable, bus_done *done, void *data)
{
	return bus_call_parts(
		bus, service, body, size, NULL, 0, deadline_ms, repeatable, done, data);
}

uint64_t
bus_call_parts(struct bus *bus, enum service_name service, const void *body, size_t size,
	const void *rest, size_t rest_size, int64_t deadline_ms, bool repeatable,
	bus_done *done, void *data)
{
	(void)bus, (void)service, (void)body, (void)size, (void)rest, (void)rest_size;
	(void)deadline_ms, (void)repeatable;
	FUZZ_HOLDS(waiting_count < WAITING_MAX);
	waiting[waiting_count++] = (struct waiting_call){done, data};
	return 1;
}

void
bus_cancel(struct bus *bus, uint64_t call)
{
	(void)bus, (void)call;
}

int
bus_replicas(const struct bus *bus, enum service_name service)
{
	(void)bus, (void)service;
	return 0;
}

/* Answers calls until no more are made. */
static void
answer_calls(void)
{
	while (waiting_count > 0) {
		const struct waiting_call call = waiting[--waiting_count];

		call.done(call.data, &unavailable);
	}
}

/* ---- what must hold ---------------------------------------------------------------- */

static bool
is_version_two(const json_t *message)
{
	const char *version = json_string_value(json_object_get(message, "jsonrpc"));

	return version != NULL && strcmp(version, "2.0") == 0;
}

/* One answer: a result or an error, of the right version. */
static void
check_message(const json_t *message)
{
	const bool has_result = json_object_get(message, "result") != NULL;
	const bool has_error = json_object_get(message, "error") != NULL;

	FUZZ_HOLDS(is_version_two(message));
	FUZZ_HOLDS(has_result != has_error);
}

static void
check_answer(struct arena *arena)
{
	const char *fault = NULL;
	const json_t *body;

	FUZZ_HOLDS(fake_answer.status >= 200 && fake_answer.status < 500);
	if (fake_answer.size == 0) {
		FUZZ_HOLDS(fake_answer.status == 202);
		return;
	}
	body = json_parse(arena, fake_answer.body, fake_answer.size, &fault);
	FUZZ_HOLDS(body != NULL);
	if (!json_is_array(body)) {
		check_message(body);
		return;
	}
	FUZZ_HOLDS(json_array_size(body) > 0);
	for (size_t i = 0; i < json_array_size(body); i++)
		check_message(json_array_get(body, i));
}

static void
configure(struct gateway *gateway)
{
	log_init("fuzz", LOG_ERROR);
	setenv("KITH_RATE_LIMITS", "off", 1);
	fuzz_configure();
	*gateway = (struct gateway){.config = config(),
		.limits = limits_new(config()),
		.revocations = revocations_new(),
		.health = health_new(),
		.load = load_new(),
		.writes = writes_new(0)};
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct gateway gateway;
	struct fuzz_input input = {.arena = fuzz_arena(), .data = data, .size = size};
	struct http_request request = fake_request(input.arena, "POST", "/mcp");

	static const char *const names[] = {
		"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"};
	struct mcp_exchange exchange = {
		.request = &request,
		.gateway = &gateway,
		.arena = input.arena,
		.request_id = arena_text(input.arena, "fuzz"),
		.principal = {.membership = MEMBERSHIP_ACTIVE,
			.admin = true,
			.scopes = SCOPE_ALL,
			.credential_kind = CREDENTIAL_TOKEN},
		.authenticated = true,
		.authenticated_ms = clock_monotonic_ms(),
	};

	if (gateway.config == NULL)
		configure(&gateway);
	request.server_data = &gateway;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = fuzz_line(&input);

		if (*value != '\0')
			fake_header_add(names[i], value);
	}
	request.body = input.data;
	request.body_size = input.size;
	mcp_exchange_start(&exchange);
	answer_calls();
	check_answer(input.arena);
	return 0;
}
