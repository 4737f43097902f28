#include <string.h>

#include "common/bus/message.h"
#include "common/wire/wire.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"

static struct message_reply
there_and_back(const struct call *call)
{
	struct buffer out = {.arena = arena};
	struct message_reply back;

	message_encode_reply(&out, call);
	assert_true(message_decode_reply(arena, out.data, out.size, &back));
	return back;
}

TEST(carries_an_output)
{
	struct call call = {.arena = arena, .reply = {.arena = arena}};
	struct message_reply back;

	wire_cstring(&call.reply, "hello");
	call.outcome.next_cursor = "next";
	call.outcome.replayed = true;
	back = there_and_back(&call);
	assert_int_equal(back.problem, PROBLEM_NONE);
	assert_int_equal(back.output_size, 6);
	assert_memory_equal(back.output, "\xa5hello", 6);
	assert_string_equal(back.next_cursor, "next");
	assert_true(back.replayed);
	assert_null(back.detail);
	assert_null(back.faults);
}

TEST(carries_nothing_as_nil)
{
	struct call call = {.arena = arena};
	struct message_reply back = there_and_back(&call);

	assert_int_equal(back.problem, PROBLEM_NONE);
	assert_int_equal(back.output_size, 1);
	assert_int_equal(back.output[0], 0xc0);
	assert_null(back.next_cursor);
	assert_false(back.replayed);
}

TEST(carries_faults_in_their_order)
{
	struct fault second = {.header = "Idempotency-Key",
		.code = FAULT_TOO_LONG,
		.detail = "b",
		.has_max = true,
		.max = 255};
	struct fault first = {.pointer = "#/title",
		.code = FAULT_TOO_SHORT,
		.detail = "a",
		.has_min = true,
		.min = 3,
		.next = &second};
	struct call call = {.arena = arena,
		.outcome.problem = PROBLEM_VALIDATION_FAILED,
		.outcome.detail = "a",
		.outcome.faults = &first};
	struct message_reply back = there_and_back(&call);

	assert_int_equal(back.problem, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(back.detail, "a");
	assert_string_equal(back.faults->pointer, "#/title");
	assert_null(back.faults->header);
	assert_int_equal(back.faults->code, FAULT_TOO_SHORT);
	assert_true(back.faults->has_min);
	assert_false(back.faults->has_max);
	assert_int_equal(back.faults->min, 3);
	assert_string_equal(back.faults->next->header, "Idempotency-Key");
	assert_null(back.faults->next->pointer);
	assert_int_equal(back.faults->next->max, 255);
	assert_null(back.faults->next->next);
	assert_int_equal(back.output[0], 0xc0);
}

TEST(carries_a_cure)
{
	static const char *const roles[] = {"owner", "admin", NULL};
	struct call call = {.arena = arena,
		.outcome.problem = PROBLEM_ORG_ROLE_REQUIRED,
		.outcome.requires_name = "orgRole",
		.outcome.requires_values = roles,
		.outcome.next_step = "Ask an owner.",
		.outcome.retry_after_s = 30};
	struct message_reply back = there_and_back(&call);

	assert_int_equal(back.problem, PROBLEM_ORG_ROLE_REQUIRED);
	assert_null(back.detail);
	assert_string_equal(back.requires_name, "orgRole");
	assert_string_equal(back.requires_values[0], "owner");
	assert_string_equal(back.requires_values[1], "admin");
	assert_null(back.requires_values[2]);
	assert_string_equal(back.next_step, "Ask an owner.");
	assert_int_equal(back.retry_after_s, 30);
}

TEST(drops_the_output_of_a_problem)
{
	struct call call = {.arena = arena,
		.outcome.problem = PROBLEM_POST_NOT_FOUND,
		.reply = {.arena = arena}};
	struct message_reply back;

	wire_cstring(&call.reply, "half an answer");
	call.outcome.next_cursor = "next";
	back = there_and_back(&call);
	assert_int_equal(back.problem, PROBLEM_POST_NOT_FOUND);
	assert_int_equal(back.output_size, 1);
	assert_null(back.next_cursor);
}

TEST(knows_every_problem_by_its_code)
{
	for (int problem = PROBLEM_NONE; problem < PROBLEM_COUNT; problem++) {
		struct call call = {
			.arena = arena, .outcome.problem = (enum problem)problem};

		assert_int_equal(there_and_back(&call).problem, problem);
	}
}

TEST(reads_what_a_newer_service_says)
{
	struct buffer out = {.arena = arena};
	struct message_reply back;

	wire_array(&out, 4);
	wire_integer(&out, MESSAGE_VERSION);
	wire_cstring(&out, "a_problem_of_tomorrow");
	wire_map(&out, 3);
	wire_cstring(&out, "colour");
	wire_array(&out, 1);
	wire_cstring(&out, "red");
	wire_cstring(&out, "detail");
	wire_cstring(&out, "it is so");
	wire_cstring(&out, "errors");
	wire_array(&out, 1);
	wire_map(&out, 2);
	wire_cstring(&out, "code");
	wire_cstring(&out, "a_fault_of_tomorrow");
	wire_cstring(&out, "shade");
	wire_map(&out, 0);
	wire_nil(&out);
	assert_true(message_decode_reply(arena, out.data, out.size, &back));
	assert_int_equal(back.problem, PROBLEM_INTERNAL_ERROR);
	assert_string_equal(back.detail, "it is so");
	assert_int_equal(back.faults->code, FAULT_NOT_ALLOWED);
	assert_string_equal(back.faults->detail, "");
}

TEST(passes_over_what_a_newer_service_adds)
{
	struct call call = {.arena = arena, .reply = {.arena = arena}};
	struct buffer out = {.arena = arena};
	struct message_reply back;

	wire_cstring(&call.reply, "hello");
	message_encode_reply(&out, &call);
	out.data[0]++;
	buffer_append(&out, "\x81\xa3new\x07", 6);
	assert_true(message_decode_reply(arena, out.data, out.size, &back));
	assert_int_equal(back.output_size, 6);
	assert_memory_equal(back.output, "\xa5hello", 6);
}

/* Encodes a successful reply around details and an output of the test. */
static struct buffer
reply_around(const char *details, const char *output)
{
	struct buffer out = {.arena = arena};

	wire_array(&out, 4);
	wire_integer(&out, MESSAGE_VERSION);
	wire_nil(&out);
	buffer_append(&out, details, strlen(details));
	buffer_append(&out, output, strlen(output));
	return out;
}

TEST(vets_details_whole_and_the_output_for_its_lengths)
{
	static const char detail[] = "\x81\xa6"
				     "detail\xa2";
	static const struct {
		const char *details, *output;
		bool read;
	} cases[] = {
		{"\xc0", "\xa2hi", true},
		{"\xc0", "\xa2\xff\xfe",
			true},               /* not UTF-8: the JSON writer refuses it */
		{"\xc0", "\xa3hi", false},   /* one byte too few */
		{"\xc0", "\xa1hi", false},   /* one too many */
		{"\xc0", "\x92\xc0", false}, /* one value too few */
		{"\xc0", "\xc1", false},     /* no value */
		{"\xc0", "", false},
		{"\x82\xa1"
		 "a\xc0\xa1"
		 "b\xc0",
			"\xc0", true},
		{"\x82\xa1"
		 "a\xc0\xa1"
		 "a\xc0",
			"\xc0", false},          /* the same key twice */
		{"\x81\xc0\xc0", "\xc0", false}, /* a key that is not a string */
		{"\x81\xa1"
		 "a\xa1\xff",
			"\xc0", false}, /* not UTF-8 */
		{"\x90", "\xc0", false},
	};
	struct message_reply back;
	struct buffer out;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		out = reply_around(cases[i].details, cases[i].output);
		if (message_decode_reply(arena, out.data, out.size, &back) !=
			cases[i].read)
			fail_msg("case %zu", i);
	}
	out = reply_around(detail, "ok\xc0");
	assert_true(message_decode_reply(arena, out.data, out.size, &back));
	assert_string_equal(back.detail, "ok");
}

TEST(survives_every_changed_byte_of_a_reply)
{
	static const char *const roles[] = {"owner", NULL};
	struct fault fault = {.pointer = "#/a",
		.code = FAULT_ENUM,
		.detail = "d",
		.has_max = true,
		.max = 70000};
	struct call call = {.arena = arena,
		.outcome.problem = PROBLEM_VALIDATION_FAILED,
		.outcome.detail = "d",
		.outcome.faults = &fault,
		.outcome.requires_name = "orgRole",
		.outcome.requires_values = roles,
		.outcome.next_step = "s",
		.outcome.retry_after_s = 3};
	struct buffer out = {.arena = arena};

	message_encode_reply(&out, &call);
	for (size_t i = 0; i < out.size; i++) {
		uint8_t kept = out.data[i];

		for (unsigned value = 0; value < 256; value++) {
			struct arena *own = arena_new(1024);
			struct message_reply back;

			out.data[i] = (uint8_t)value;
			if (message_decode_reply(own, out.data, out.size, &back)) {
				assert_in_range(back.problem, 0, PROBLEM_COUNT - 1);
				assert_true(back.output + back.output_size ==
					out.data + out.size);
			}
			arena_free(own);
		}
		out.data[i] = kept;
	}
	for (size_t size = 0; size < out.size; size++) {
		struct message_reply back;

		assert_false(message_decode_reply(
			arena, arena_copy(arena, out.data, size), size, &back));
	}
}
