/*
 * condition.c - If-Match (RFC 9110, section 13.1.1) and the entity tag after a write.
 *
 * The operation named by .current runs first, in the same transaction, at an isolation
 * level that sees one snapshot throughout. If the record changes concurrently, the
 * transaction fails with a serialization failure and runs again; then the tags differ.
 */
#include <string.h>

#include "common/run/inside.h"
#include "common/wire/wire.h"

static const struct op_entry *registered;
static size_t registered_count;

void
run_register(const struct op_entry *entries, size_t count)
{
	registered = entries;
	registered_count = count;
}

/* The handler of an operation of this process, or NULL. */
static op_handler *
handler_of(const struct op *op)
{
	for (size_t i = 0; i < registered_count; i++) {
		if (registered[i].op == op)
			return registered[i].handler;
	}
	return NULL;
}

/* The value of a key in a msgpack map, or NULL. */
static const uint8_t *
value_of(const void *bytes, size_t bytes_size, const char *name, size_t *size)
{
	struct wire_reader reader = wire_find(bytes, bytes_size, name, strlen(name));

	return wire_skip(&reader, size);
}

/* The input of the GET operation. A field comes from the reply of the write if the
 * reply has it, because the write may rename the record. Otherwise it comes from the
 * input of the write. */
static struct buffer
input_of_current(const struct run *run, const struct record *record)
{
	const struct buffer *reply = &run->call->reply;
	struct buffer out = {.arena = run->call->arena};
	size_t begin = wire_begin(&out);
	size_t count = 0;

	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const char *name = record->fields[i].name;
		size_t size = 0;
		const uint8_t *value = value_of(reply->data, reply->size, name, &size);

		if (value == NULL)
			value = value_of(run->bytes, run->size, name, &size);
		if (value == NULL)
			continue;
		wire_cstring(&out, name);
		wire_raw(&out, value, size);
		count++;
	}
	wire_end_map(&out, begin, count);
	return out;
}

/* Runs the GET operation in the transaction of the call; its reply and outcome are in
 * *current. */
static enum problem
read_current(struct run *run, struct call *current)
{
	const struct op *op = run->call->op->current;
	op_handler *handler = handler_of(op);
	struct buffer bytes = input_of_current(run, op->input);
	enum problem problem;
	void *input;

	*current = *run->call;
	current->op = op;
	current->reply = (struct buffer){.arena = current->arena};
	if (handler == NULL)
		return call_fail(current, PROBLEM_INTERNAL_ERROR, NULL);
	problem = run_decode(current, bytes.data, bytes.size, &input);
	if (problem == PROBLEM_NONE)
		problem = handler(current, input);
	if (problem == PROBLEM_NONE)
		problem = current->outcome.problem;
	if (current->outcome.db_problem != PROBLEM_NONE || current->outcome.db_retry)
		return PROBLEM_INTERNAL_ERROR; /* db_settle() determines the problem */
	return problem;
}

enum problem
run_condition(struct run *run)
{
	struct call *call = run->call;
	char tag[RUN_TAG_SIZE];
	struct call current;
	enum problem problem;

	if (call->op->current == NULL || call->if_match.presence != GIVEN)
		return PROBLEM_NONE;
	problem = read_current(run, &current);
	call->outcome = current.outcome;
	if (problem != PROBLEM_NONE)
		return problem;
	run_tag(current.reply.data, current.reply.size, tag);
	if (!run_tag_is_listed(call->if_match.data, call->if_match.size, tag))
		return call_fail(call, PROBLEM_PRECONDITION_FAILED, NULL);
	return PROBLEM_NONE;
}

/* A caller that may write a record but not read it gets no tag. */
enum problem
run_tag_written(struct run *run)
{
	struct call *call = run->call;
	char tag[RUN_TAG_SIZE];
	struct call current;
	enum problem problem;

	if (!op_answers_tag(call->op) || op_tags_answer(call->op))
		return PROBLEM_NONE;
	problem = read_current(run, &current);
	if (problem == PROBLEM_INTERNAL_ERROR) {
		call->outcome = current.outcome;
		return problem;
	}
	if (problem != PROBLEM_NONE)
		return PROBLEM_NONE;
	run_tag(current.reply.data, current.reply.size, tag);
	call->outcome.tag = arena_copy(call->arena, tag, strlen(tag));
	return PROBLEM_NONE;
}
