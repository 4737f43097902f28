#include "common/bus/message_read.h"

#define REPLY_COUNT 4

/* Writes a key and a string unless that is NULL; returns the number of pairs. */
static size_t
write_pair(struct buffer *out, const char *key, const char *value)
{
	if (value == NULL)
		return 0;
	wire_cstring(out, key);
	wire_cstring(out, value);
	return 1;
}

static size_t
write_number(struct buffer *out, const char *key, int64_t value)
{
	wire_cstring(out, key);
	wire_integer(out, value);
	return 1;
}

static void
write_fault(struct buffer *out, const struct fault *fault)
{
	size_t begin = wire_begin(out);
	size_t pairs = write_pair(out, "pointer", fault->pointer);

	pairs += write_pair(out, "parameter", fault->parameter);
	pairs += write_pair(out, "header", fault->header);
	pairs += write_pair(out, "code", fault_codes[fault->code]);
	pairs += write_pair(out, "detail", fault->detail);
	if (fault->has_min)
		pairs += write_number(out, "min", fault->min);
	if (fault->has_max)
		pairs += write_number(out, "max", fault->max);
	wire_end_map(out, begin, pairs);
}

static size_t
write_faults(struct buffer *out, const struct fault *faults)
{
	size_t begin, count = 0;

	if (faults == NULL)
		return 0;
	wire_cstring(out, "errors");
	begin = wire_begin(out);
	for (; faults != NULL; faults = faults->next, count++)
		write_fault(out, faults);
	wire_end_array(out, begin, count);
	return 1;
}

/* Writes the hint: a name and the values that the operation accepts. */
static size_t
write_requires(struct buffer *out, const char *name, const char *const *values)
{
	size_t begin, count = 0;

	if (name == NULL)
		return 0;
	wire_cstring(out, "requires");
	wire_map(out, 1);
	wire_cstring(out, name);
	begin = wire_begin(out);
	for (; values != NULL && values[count] != NULL; count++)
		wire_cstring(out, values[count]);
	wire_end_array(out, begin, count);
	return 1;
}

static void
write_details(struct buffer *out, const struct call *call)
{
	size_t begin = wire_begin(out);
	size_t pairs = 0;

	if (call->outcome.problem == PROBLEM_NONE) {
		pairs += write_pair(out, "nextCursor", call->outcome.next_cursor);
		pairs += write_pair(out, "tag", call->outcome.tag);
	} else {
		pairs += write_pair(out, "detail", call->outcome.detail);
		pairs += write_faults(out, call->outcome.faults);
		pairs += write_requires(
			out, call->outcome.requires_name, call->outcome.requires_values);
		pairs += write_pair(out, "nextStep", call->outcome.next_step);
		if (call->outcome.retry_after_s > 0) {
			pairs += write_number(
				out, "retryAfter", call->outcome.retry_after_s);
		}
	}
	if (call->outcome.replayed) {
		wire_cstring(out, "replayed");
		wire_boolean(out, true);
		pairs +=
			1 + write_number(out, "replayedAt", call->outcome.replayed_at_us);
	}
	wire_end_map(out, begin, pairs);
}

static bool
has_details(const struct call *call)
{
	const struct outcome *outcome = &call->outcome;

	return outcome->problem != PROBLEM_NONE || outcome->next_cursor != NULL ||
		outcome->tag != NULL || outcome->replayed;
}

void
message_encode_reply(struct buffer *out, const struct call *call)
{
	wire_array(out, REPLY_COUNT);
	wire_integer(out, MESSAGE_VERSION);
	if (call->outcome.problem == PROBLEM_NONE)
		wire_nil(out);
	else
		wire_cstring(out, problems[call->outcome.problem].code);
	if (has_details(call))
		write_details(out, call);
	else
		wire_nil(out);
	if ((call->outcome.problem != PROBLEM_NONE && !call_awaits(call)) ||
		call->reply.size == 0)
		wire_nil(out);
	else
		wire_raw(out, call->reply.data, call->reply.size);
}
