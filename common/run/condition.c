/*
 * condition.c - If-Match (RFC 9110, section 13.1.1): change only what the caller has seen.
 *
 * The operation's .current is run first, in the same transaction, which sees one state of the
 * database from its beginning to its end: whoever changes the record meanwhile makes this
 * transaction fail and run again, and then the tags differ.
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

/* Whether a list of entity tags holds the tag; weak ones never match. */
static bool
lists_tag(struct text list, const char *tag)
{
	size_t tag_size = strlen(tag);
	const char *end = list.data + list.size;

	for (const char *at = list.data; at < end;) {
		const char *close;
		bool weak = end - at > 2 && at[0] == 'W' && at[1] == '/';

		if (*at == ' ' || *at == '\t' || *at == ',') {
			at++;
			continue;
		}
		if (*at == '*' && list.size == 1)
			return true;
		at += weak ? 2 : 0;
		close = *at == '"' ? memchr(at + 1, '"', (size_t)(end - at - 1)) : NULL;
		if (close == NULL)
			return false;
		if (!weak && (size_t)(close + 1 - at) == tag_size &&
			memcmp(at, tag, tag_size) == 0)
			return true;
		at = close + 1;
	}
	return false;
}

/* Whether a record has a field of this name. */
static bool
has_field(const struct record *record, const struct wire_value *name)
{
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		if (strlen(record->fields[i].name) == name->size &&
			memcmp(record->fields[i].name, name->data, name->size) == 0)
			return true;
	}
	return false;
}

/* The input of the GET: the fields of the same names. */
static struct buffer
input_of_current(const struct run *run, const struct record *record)
{
	struct buffer out = {.arena = run->call->arena};
	struct wire_reader reader = wire_read(run->bytes, run->size);
	struct wire_value map = wire_next(&reader);
	size_t begin = wire_begin(&out);
	size_t count = 0;

	for (uint32_t i = 0; map.type == WIRE_MAP && i < map.count; i++) {
		struct wire_value name = wire_next(&reader);
		size_t size = 0;
		const uint8_t *value = wire_skip(&reader, &size);

		if (value == NULL || !has_field(record, &name))
			continue;
		wire_string(&out, (const char *)name.data, name.size);
		wire_raw(&out, value, size);
		count++;
	}
	wire_end_map(&out, begin, count);
	return out;
}

/* Runs the GET in the call's transaction; its answer is in current->reply. */
static enum problem
read_current(struct run *run, struct call *current)
{
	struct call *call = run->call;
	const struct op *op = call->op->current;
	op_handler *handler = handler_of(op);
	struct buffer bytes = input_of_current(run, op->input);
	enum problem problem;
	void *input;

	if (handler == NULL)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	current->op = op;
	current->reply = (struct buffer){.arena = call->arena};
	problem = run_decode(current, bytes.data, bytes.size, &input);
	if (problem == PROBLEM_NONE)
		problem = handler(current, input);
	call->outcome = current->outcome;
	return problem != PROBLEM_NONE ? problem : current->outcome.problem;
}

enum problem
run_condition(struct run *run)
{
	struct call *call = run->call;
	char tag[RUN_TAG_SIZE];
	struct call current = *call;
	enum problem problem;

	if (call->op->current == NULL || call->if_match.presence != GIVEN)
		return PROBLEM_NONE;
	problem = read_current(run, &current);
	if (problem != PROBLEM_NONE)
		return problem;
	if (call->outcome.db_problem != PROBLEM_NONE || call->outcome.db_retry)
		return PROBLEM_INTERNAL_ERROR; /* db_settle() says which */
	run_tag(current.reply.data, current.reply.size, tag);
	if (!lists_tag(call->if_match, tag))
		return call_fail(call, PROBLEM_PRECONDITION_FAILED, NULL);
	return PROBLEM_NONE;
}
