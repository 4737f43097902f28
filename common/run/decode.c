/*
 * decode.c - decodes the input of a call into its struct, and the page parameters of a
 * list.
 */
#include "common/call/cursor.h"
#include "common/input/input.h"
#include "common/run/inside.h"

static enum problem
read_page(struct call *call, const struct record *record, const void *input)
{
	const struct integer *limit = record_member(record, input, "limit");
	const struct text *cursor = record_member(record, input, "cursor");

	if (limit != NULL)
		call->limit = limit->value;
	if (cursor == NULL)
		return PROBLEM_NONE;
	input_digest(record, input, call->list_digest);
	call->after = (struct page_position){.given = false};
	if (cursor->presence != GIVEN || cursor_decode(call, *cursor, &call->after))
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_INVALID_CURSOR, NULL);
}

enum problem
run_decode(struct call *call, const void *bytes, size_t size, void **input)
{
	const struct record *record = call->op->input;
	struct input_result result;

	*input = NULL;
	if (record == NULL)
		return PROBLEM_NONE;
	result = input_decode(call->arena, record, bytes, size);
	if (result.faults != NULL) {
		call->outcome.faults = result.faults;
		return call->outcome.problem = PROBLEM_VALIDATION_FAILED;
	}
	if (result.missing != NULL && result.missing_detail != NULL) {
		return call_fail(
			call, result.missing->missing, "%s", result.missing_detail);
	}
	if (result.missing != NULL)
		return call_fail(call, result.missing->missing, NULL);
	*input = result.input;
	if (call->op->shape == SHAPE_PAGE || call->op->shape == SHAPE_ARRAY)
		return read_page(call, record, *input);
	return PROBLEM_NONE;
}
