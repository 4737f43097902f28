/*
 * invoke_test.c - what the gateway notes about calls: changed credentials, even when the
 * client leaves before the answer, and members who have written.
 */
#include "gateway/core/invoke/invoke.h"
#include "gateway/core/invoke/load.h"
#include "gateway/core/invoke/revocations.h"
#include "gateway/core/invoke/writes.h"
#include "proto/identity/oauth.h"
#include "proto/media/media.h"
#include "tests/unit/gateway/bus/bus_scene.h"

static const struct op ender = {.name = "ender",
	.service = SERVICE_CONTENT,
	.method = METHOD_POST,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER};

static const struct uuid member = {
	{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};

static int answers;

static void
answered(void *data, const struct message_reply *reply)
{
	(void)data;
	(void)reply;
	answers++;
}

/* A gateway with only the parts that a call needs, and a replica with this script. */
static struct gateway
gateway_of(sp_peer_script *script)
{
	connect_to(script, (struct bus_options){0});
	answers = 0;
	return (struct gateway){.loop = client.loop,
		.bus = client.bus,
		.load = load_new(),
		.revocations = revocations_new(),
		.writes = writes_new(0)};
}

/* Sends a member's call with this input; its arena is its own, as that of a request. */
static uint64_t
send_call(struct gateway *gateway, struct arena *arena, const struct op *op,
	const void *input, size_t size)
{
	const struct invocation invocation = {
		.arena = arena,
		.op = op,
		.principal = {.member = member, .membership = MEMBERSHIP_ACTIVE},
		.request_id = arena_text(arena, "request"),
		.input = input,
		.input_size = size,
	};

	return invoke(gateway, &invocation, answered, NULL);
}

static uint64_t
send_from(struct gateway *gateway, struct arena *arena)
{
	return send_call(gateway, arena, &ender, "\x80", 1);
}

static void
close_gateway(struct gateway *gateway)
{
	bus_client_free(&client);
	client = (struct bus_client){0};
	invoke_close(gateway);
	load_free(gateway->load);
	writes_free(gateway->writes);
	revocations_free(gateway->revocations);
}

/* Runs the loop until the change is noted; false after three seconds. */
static bool
await_note(const struct gateway *gateway)
{
	for (int i = 0; i < 300; i++) {
		if (!revocations_none_since(gateway->revocations, &member, 0))
			return true;
		bus_client_run(&client, 10);
	}
	return false;
}

TEST(notes_what_was_changed_before_it_answers)
{
	struct gateway gateway = gateway_of(sp_peer_answers);
	struct arena *arena = arena_new(1024);

	assert_int_not_equal(send_from(&gateway, arena), 0);
	assert_true(await_note(&gateway));
	assert_int_equal(answers, 1);
	assert_null(gateway.watches);
	arena_free(arena);
	close_gateway(&gateway);
}

TEST(notes_what_was_changed_although_the_client_has_gone)
{
	struct gateway gateway = gateway_of(sp_peer_answers);
	struct arena *arena = arena_new(1024);

	invoke_cancel(&gateway, send_from(&gateway, arena));
	arena_free(arena);
	assert_true(revocations_none_since(gateway.revocations, &member, 0));
	assert_true(await_note(&gateway));
	assert_int_equal(answers, 0);
	assert_null(gateway.watches);
	close_gateway(&gateway);
}

/* Otherwise clients that leave could have more calls in flight than the limit. */
TEST(counts_such_a_call_until_it_is_answered)
{
	struct gateway gateway = gateway_of(answers_nothing);
	const int limit = load_limit(gateway.load, &ender);

	for (int i = 0; i < limit + 3; i++) {
		struct arena *arena = arena_new(1024);
		const uint64_t id = send_from(&gateway, arena);

		/* One member may not use the whole limit; calls above the member's part
		 * are refused at once. */
		assert_int_equal(answers, id == 0 ? i - limit / 2 + 1 : 0);
		invoke_cancel(&gateway, id);
		arena_free(arena);
	}
	close_gateway(&gateway);
}

/* Connecting an app and asking for one's own account are no writes, so such a member may
 * go on to read a replica. */
TEST(takes_nobody_for_a_writer_who_only_reads)
{
	static const char url[] = "\x81\xa3url\xb2https://a.example/";
	const int64_t later_ms = clock_monotonic_ms() + 60000;
	struct gateway gateway = gateway_of(answers_nothing);
	struct arena *arena = arena_new(1024);

	assert_int_not_equal(
		send_call(&gateway, arena, &op_document_fetch, url, sizeof(url) - 1), 0);
	assert_true(writes_are_old(gateway.writes, &member, later_ms));
	assert_int_not_equal(send_call(&gateway, arena, &op_userinfo_get, "\x80", 1), 0);
	assert_true(writes_are_old(gateway.writes, &member, later_ms));
	assert_int_not_equal(send_from(&gateway, arena), 0);
	assert_false(writes_are_old(gateway.writes, &member, later_ms));
	assert_int_equal(answers, 0);
	arena_free(arena);
	close_gateway(&gateway);
}
