#include <string.h>

#include "common/bus/message.h"
#include "common/wire/wire.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"

#define TRACEPARENT "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

static const struct op op = {.name = "post_get"};
static const uint8_t input[] = {0x81, 0xa1, 'a', 0x01};

static struct text
given(const char *string)
{
	return (struct text){GIVEN, (uint32_t)strlen(string), string};
}

/* A call with every field set. */
static struct call
full_call(void)
{
	struct call call = {.op = &op, .arena = arena};

	call.request_id = given("req-1");
	call.deadline_unix_ms = 1700000000123;
	call.idempotency_key = given("key 1");
	call.if_match = given("\"tag\"");
	call.traceparent = given(TRACEPARENT);
	memset(call.principal.member.bytes, 7, 16);
	memset(call.principal.credential.bytes, 9, 16);
	call.principal.membership = MEMBERSHIP_ACTIVE;
	call.principal.admin = true;
	call.principal.scopes = SCOPE_NETWORK_READ | SCOPE_ADMIN;
	call.principal.credential_kind = CREDENTIAL_OAUTH;
	call.principal.client = given("client");
	call.principal.audience = given("https://kith.example/mcp");
	call.principal.address = given("2001:db8::1");
	call.principal.user_agent = given("agent/1");
	call.principal.via = VIA_TOOL;
	return call;
}

/* The same, with every field that may follow the input. */
static struct call
full_call_behind(void)
{
	struct call call = full_call();

	call.behind = true;
	return call;
}

static struct buffer
encode(const struct call *call)
{
	struct buffer out = {.arena = arena};

	message_encode_call(&out, call, input, sizeof(input));
	return out;
}

static void
assert_text(struct text text, const char *expected)
{
	assert_int_equal(text.presence, GIVEN);
	assert_int_equal(text.size, strlen(expected));
	assert_string_equal(text.data, expected);
}

TEST(carries_a_whole_call)
{
	struct call call = full_call();
	struct buffer out = encode(&call);
	struct message_call back;

	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_text(back.op, "post_get");
	assert_text(back.request_id, "req-1");
	assert_int_equal(back.deadline_unix_ms, 1700000000123);
	assert_text(back.idempotency_key, "key 1");
	assert_text(back.if_match, "\"tag\"");
	assert_text(back.traceparent, TRACEPARENT);
	assert_memory_equal(&back.principal.member, &call.principal.member, 16);
	assert_memory_equal(&back.principal.credential, &call.principal.credential, 16);
	assert_int_equal(back.principal.membership, MEMBERSHIP_ACTIVE);
	assert_true(back.principal.admin);
	assert_int_equal(back.principal.scopes, SCOPE_NETWORK_READ | SCOPE_ADMIN);
	assert_int_equal(back.principal.credential_kind, CREDENTIAL_OAUTH);
	assert_text(back.principal.client, "client");
	assert_text(back.principal.audience, "https://kith.example/mcp");
	assert_text(back.principal.address, "2001:db8::1");
	assert_text(back.principal.user_agent, "agent/1");
	assert_int_equal(back.principal.via, VIA_TOOL);
	assert_int_equal(back.input_size, sizeof(input));
	assert_memory_equal(back.input, input, sizeof(input));
	assert_false(back.behind);
}

TEST(carries_what_stands_behind_the_input)
{
	struct call call = full_call_behind();
	struct buffer out = encode(&call);
	struct message_call back;

	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_true(back.behind);
	assert_memory_equal(back.input, input, sizeof(input));
}

TEST(carries_that_a_call_is_a_dry_run)
{
	struct call call = full_call();
	struct buffer out = encode(&call);
	struct message_call back;

	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_false(back.dry_run);
	call.dry_run = true;
	out = encode(&call);
	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_true(back.dry_run);
}

/* The previous release adds one more element, which announces a second kind of MAC. */
TEST(passes_over_what_the_release_before_says_of_its_mac)
{
	struct call call = full_call_behind();
	struct buffer out = encode(&call);
	struct message_call back;

	out.data[0]++;
	wire_boolean(&out, true);
	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_true(back.behind);
	assert_memory_equal(back.input, input, sizeof(input));
}

/* The previous release does not say whether a replica may answer. */
TEST(takes_a_call_of_the_release_before)
{
	struct call call = full_call();
	struct buffer out;
	struct message_call back;

	call.behind = true;
	out = encode(&call);
	out.data[0]--;
	out.size--;
	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_false(back.behind);
	assert_memory_equal(back.input, input, sizeof(input));
}

/* invoke() leaves an image where it is, and the bus sends it after the message. */
TEST(carries_an_input_whose_end_follows_the_message)
{
	static const uint8_t rest[] = {0x89, 'P', 'N', 'G', 0xc3};
	struct call call = full_call();
	struct buffer begin = {.arena = arena}, out = {.arena = arena};
	struct message_call back;

	wire_map(&begin, 1);
	wire_cstring(&begin, "data");
	wire_binary_head(&begin, sizeof(rest));
	message_encode_call(&out, &call, begin.data, begin.size);
	buffer_append(&out, rest, sizeof(rest));
	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_int_equal(back.input_size, begin.size + sizeof(rest));
	assert_memory_equal(back.input + begin.size, rest, sizeof(rest));
	assert_false(back.behind);
}

TEST(carries_an_anonymous_call_without_input)
{
	static const struct uuid none;
	struct call call = {.op = &op, .arena = arena, .request_id = given("r")};
	struct buffer out = {.arena = arena};
	struct message_call back;

	message_encode_call(&out, &call, NULL, 0);
	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_memory_equal(&back.principal.member, &none, 16);
	assert_int_equal(back.principal.membership, MEMBERSHIP_NONE);
	assert_int_equal(back.principal.client.presence, ABSENT);
	assert_string_equal(back.principal.client.data, "");
	assert_int_equal(back.idempotency_key.presence, ABSENT);
	assert_int_equal(back.if_match.presence, ABSENT);
	assert_int_equal(back.traceparent.presence, ABSENT);
	assert_int_equal(back.input_size, 1);
	assert_int_equal(back.input[0], 0x80);
}

TEST(refuses_a_call_that_is_cut)
{
	struct call call = full_call();
	struct buffer out = encode(&call);
	struct message_call back;

	for (size_t size = 0; size < out.size; size++)
		assert_false(message_decode_call(
			arena, arena_copy(arena, out.data, size), size, &back));
	buffer_append(&out, "\xc0", 1);
	assert_false(message_decode_call(arena, out.data, out.size, &back));
}

TEST(survives_every_changed_byte)
{
	struct call call = full_call_behind();
	struct buffer out = encode(&call);

	for (size_t i = 0; i < out.size; i++) {
		uint8_t kept = out.data[i];

		for (unsigned value = 0; value < 256; value++) {
			struct arena *own = arena_new(1024);
			struct message_call back;
			struct message_reply reply;

			out.data[i] = (uint8_t)value;
			if (message_decode_call(own, out.data, out.size, &back)) {
				/* One byte follows: .behind. */
				assert_true(back.input + back.input_size + 1 ==
					out.data + out.size);
				assert_in_range(back.principal.via, 0, VIA_OPERATOR);
				assert_in_range(back.principal.membership, 0,
					MEMBERSHIP_SUSPENDED);
			}
			assert_false(
				message_decode_reply(own, out.data, out.size, &reply));
			arena_free(own);
		}
		out.data[i] = kept;
	}
}

TEST(refuses_another_version)
{
	struct call call = full_call();
	struct buffer out = encode(&call);
	struct message_call back;

	assert_int_equal(out.data[1], MESSAGE_VERSION);
	out.data[1] = MESSAGE_VERSION + 1;
	assert_false(message_decode_call(arena, out.data, out.size, &back));
}

/* A neighbouring release may append elements that this one does not know. */
TEST(passes_over_what_a_later_release_adds)
{
	struct call call = full_call_behind();
	struct buffer plain = encode(&call), out = {.arena = arena};
	struct message_call back;
	size_t principal = 0;
	char name[MESSAGE_NAME_SIZE];

	/* The principal is the only array within a call. */
	for (size_t i = 1; principal == 0; i++)
		principal = plain.data[i] == 0x9b ? i : 0;
	buffer_append(&out, plain.data, plain.size);
	out.data[0]++;
	buffer_append(&out, "\x92\xa3new\x07", 6);
	assert_true(message_peek_op(out.data, out.size, name));
	assert_string_equal(name, "post_get");
	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_int_equal(back.input_size, sizeof(input));
	assert_memory_equal(back.input, input, sizeof(input));
	out = (struct buffer){.arena = arena};
	buffer_append(&out, plain.data, principal);
	buffer_append(&out, "\x9c", 1);
	for (size_t i = principal + 1; i < plain.size; i++) {
		buffer_append(&out, &plain.data[i], 1);
		/* "agent/1" and the number of the route are its last elements. */
		if (i > principal + 8 && memcmp(&plain.data[i - 7], "agent/1", 7) == 0)
			buffer_append(&out, "\xc3", 1);
	}
	assert_true(message_decode_call(arena, out.data, out.size, &back));
	assert_int_equal(back.principal.via, VIA_TOOL);
	assert_memory_equal(back.input, input, sizeof(input));
	/* A message with fewer elements than this release knows is refused. */
	plain.data[0]--;
	assert_false(message_decode_call(arena, plain.data, plain.size, &back));
}

TEST(refuses_a_principal_out_of_range)
{
	struct message_call back;
	struct call calls[4];

	for (size_t i = 0; i < COUNT_OF(calls); i++)
		calls[i] = full_call();
	calls[0].principal.scopes = SCOPE_ALL + 1;
	calls[1].principal.membership = (enum membership)(MEMBERSHIP_SUSPENDED + 1);
	calls[2].principal.via = (enum via)(VIA_OPERATOR + 1);
	calls[3].principal.credential_kind = (enum credential_kind)(CREDENTIAL_OAUTH + 1);
	for (size_t i = 0; i < COUNT_OF(calls); i++) {
		struct buffer out = encode(&calls[i]);

		assert_false(message_decode_call(arena, out.data, out.size, &back));
	}
}

TEST(refuses_an_input_that_is_no_map)
{
	static const uint8_t array[] = {0x91, 0x01};
	struct call call = full_call();
	struct buffer out = {.arena = arena};
	struct message_call back;

	message_encode_call(&out, &call, array, sizeof(array));
	assert_false(message_decode_call(arena, out.data, out.size, &back));
}

TEST(refuses_a_message_over_the_limit)
{
	struct buffer body = {.arena = arena};
	struct call call = full_call();
	struct message_call back;
	struct buffer out = {.arena = arena};
	char *filling = arena_alloc(arena, MESSAGE_IMAGE_BYTES_MAX);

	memset(filling, 'x', MESSAGE_IMAGE_BYTES_MAX);
	wire_map(&body, 1);
	wire_cstring(&body, "a");
	wire_string(&body, filling, MESSAGE_IMAGE_BYTES_MAX - 100);
	message_encode_call(&out, &call, body.data, body.size);
	assert_true(out.size > MESSAGE_IMAGE_BYTES_MAX);
	assert_false(message_decode_call(arena, out.data, out.size, &back));
}

TEST(sees_whether_the_input_filters_a_list)
{
	static const struct {
		const char *input;
		size_t size;
		bool filters;
	} inputs[] = {{"\x80", 1, false}, {"\x81\xa4mine\xc2", 7, false},
		{"\x81\xa4mine\xc3", 7, true},
		{"\x81\xa6"
		 "author\xc0",
			9, false},
		{"\x82\xa6"
		 "cursor\xa1x\xa6"
		 "author\xa1x",
			19, true},
		{"\x82\xa6"
		 "cursor\x92\xa4mine\xc3\xa5limit\x05",
			22, false},
		{"\xde\xff\xff", 3, true}, {"\x93\xa4mine", 6, true}};
	const struct call call = full_call();

	for (size_t i = 0; i < COUNT_OF(inputs); i++) {
		struct buffer out = {.arena = arena};

		message_encode_call(&out, &call, inputs[i].input, inputs[i].size);
		if (message_peek_filter(out.data, out.size) != inputs[i].filters)
			fail_msg("input %zu", i);
		assert_true(message_peek_filter(out.data, 20));
	}
}
