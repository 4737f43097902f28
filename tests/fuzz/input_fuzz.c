/*
 * The input of an operation: a line with its name, then the input as a JSON object or as
 * msgpack. Every fault has a position and a sentence for the client.
 */
#include "common/input/input.h"
#include "common/json/json.h"
#include "common/text/text.h"
#include "common/wire/wire.h"
#include "gateway/core/problem/problem.h"
#include "tests/fuzz/fuzz.h"

static const struct record *
record_of(const char *name)
{
	for (size_t i = 0; i < op_count; i++) {
		if (strcmp(ops[i]->name, name) == 0)
			return ops[i]->input;
	}
	return NULL;
}

/* Whether the rest of the input is msgpack. */
static bool
as_wire(struct fuzz_input *input)
{
	struct buffer wire = {.arena = input->arena};
	const char *fault = NULL;
	const json_t *value;

	if (input->size == 0 || input->data[0] != '{')
		return true;
	value = json_parse(input->arena, input->data, input->size, &fault);
	if (value == NULL)
		return false;
	json_to_wire(&wire, value);
	input->data = wire.data;
	input->size = wire.size;
	return true;
}

/* The gateway's answer is valid JSON. */
static void
tell(struct arena *arena, struct fault *faults)
{
	struct message_reply reply = {
		.problem = PROBLEM_VALIDATION_FAILED, .faults = faults};
	struct buffer document = {.arena = arena}, sentence = {.arena = arena};
	struct text request_id = {.presence = ABSENT};
	const char *fault = NULL;

	problem_document(&document, &reply, "/v1/posts", request_id);
	FUZZ_HOLDS(json_parse(arena, document.data, document.size, &fault) != NULL);
	problem_sentence(&sentence, &reply);
	FUZZ_HOLDS(utf8_valid((const char *)sentence.data, sentence.size));
}

static void
validate(const struct fuzz_input *input, const struct record *record)
{
	struct input_result result =
		input_decode(input->arena, record, input->data, input->size);
	uint8_t digest[32], again[32];

	FUZZ_HOLDS(result.input != NULL);
	for (const struct fault *fault = result.faults; fault != NULL;
		fault = fault->next) {
		FUZZ_HOLDS(fault->pointer != NULL && fault->pointer[0] == '#');
		FUZZ_HOLDS(fault->detail != NULL && fault->code < FAULT_COUNT);
	}
	if (result.faults == NULL) {
		input_digest(record, result.input, digest);
		input_digest(record, result.input, again);
		FUZZ_HOLDS(memcmp(digest, again, sizeof(digest)) == 0);
	} else if (wire_check(input->data, input->size)) {
		tell(input->arena, result.faults);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = {.arena = fuzz_arena(), .data = data, .size = size};
	const struct record *record = record_of(fuzz_line(&input));

	fuzz_configure();
	if (record != NULL && as_wire(&input))
		validate(&input, record);
	return 0;
}
