#include "services/ctl/operator/operator.h"

#include <stdio.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/json/json.h"
#include "common/secret/secret.h"
#include "common/wire/wire.h"
#include "proto/records.h"
#include "services/ctl/help.h"
#include "services/ctl/operator/operator_options.h"
#include "services/ctl/operator/table.h"
#include "services/identity/handlers.h"

#define DEADLINE_MS 30000

/* One run of a command. */
struct operation {
	const struct operator_command *command;
	const struct operator_request *request;
	char id[64];      /* of MEMBER */
	char cursor[401]; /* of the next page of a list; "" = there is none */
};

/* Sets an operator without an account as the caller. */
static void
fill_call(struct call *call, const struct op *op)
{
	uint8_t random[8];

	secret_random(random, sizeof(random));
	call->op = op;
	call->principal.via = VIA_OPERATOR;
	call->request_id = arena_text(call->arena,
		arena_printf(call->arena, "kithctl-%s",
			hex_encode(call->arena, random, sizeof(random))));
	call->deadline_unix_ms = clock_unix_us() / 1000 + DEADLINE_MS;
}

/* Prints each fault, or the problem's detail when there are no faults. */
static void
print_problem(const struct call *call)
{
	const char *detail = call->outcome.detail != NULL
		? call->outcome.detail
		: problems[call->outcome.problem].title;

	if (call->outcome.faults == NULL)
		fprintf(stderr, "kithctl: %s\n", detail);
	for (const struct fault *fault = call->outcome.faults; fault != NULL;
		fault = fault->next)
		fprintf(stderr, "kithctl: %s\n",
			fault->detail != NULL ? fault->detail : fault_codes[fault->code]);
}

static bool
print_json(struct arena *arena, const struct buffer *wire)
{
	struct buffer json = {.arena = arena};

	if (!json_from_wire(&json, wire->data, wire->size))
		return false;
	fwrite(json.data, 1, json.size, stdout);
	putchar('\n');
	return fflush(stdout) == 0;
}

static json_t *
parse_answer(const struct call *call)
{
	struct buffer json = {.arena = call->arena};
	const char *fault;

	if (!json_from_wire(&json, call->reply.data, call->reply.size))
		return NULL;
	return json_parse(call->arena, json.data, json.size, &fault);
}

static bool
is_list(const struct op *op)
{
	return op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY;
}

/* Prints the items of one page. */
static void
print_items(const struct operation *operation, const json_t *items)
{
	size_t i;
	const json_t *item;

	json_array_foreach(items, i, item)
	{
		if (!operation->request->json) {
			table_row(operation->command, item);
			continue;
		}
		json_dumpf(item, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
		putchar('\n');
	}
}

static bool
print_answer(const struct operation *operation, const struct call *call)
{
	const struct operator_command *command = operation->command;
	const json_t *answer;

	if (command->op->shape == SHAPE_NONE) {
		if (operation->request->json)
			printf("{\"id\":\"%s\"}\n", operation->id);
		else
			printf("%s %s\n", command->done, operation->id);
		return fflush(stdout) == 0;
	}
	if (command->columns == NULL || (operation->request->json && !is_list(call->op)))
		return print_json(call->arena, &call->reply);
	answer = parse_answer(call);
	if (answer == NULL)
		return false;
	if (is_list(call->op))
		print_items(operation,
			json_is_array(answer) ? answer
					      : json_object_get(answer, "items"));
	else
		table_record(command, answer);
	return fflush(stdout) == 0;
}

/* Runs one call; false after an error message. */
static bool
call_once(struct call *call, op_handler *handler, const struct buffer *input)
{
	run_call(call, handler, input->data, input->size);
	if (call->outcome.problem == PROBLEM_NONE)
		call->outcome.problem = call->outcome.db_problem;
	if (call->outcome.problem == PROBLEM_NONE)
		return true;
	print_problem(call);
	return false;
}

/* Looks up the id of MEMBER; false after an error message. */
static bool
find_member(struct operation *operation, struct db *db)
{
	struct arena *arena = arena_new(16384);
	struct call call = {.arena = arena, .db = db};
	struct buffer input = {.arena = arena};
	const char *id = NULL;

	wire_map(&input, 1);
	wire_cstring(&input, "member");
	wire_cstring(&input, operation->request->member);
	fill_call(&call, &op_member_show);
	if (!wire_check(input.data, input.size))
		fprintf(stderr, "kithctl: the member is not UTF-8 text\n");
	else if (!call_once(&call, member_show, &input))
		fprintf(stderr, "kithctl: `kithctl member list` lists all members\n");
	else
		id = json_string_value(json_object_get(parse_answer(&call), "id"));
	if (id != NULL)
		snprintf(operation->id, sizeof(operation->id), "%s", id);
	arena_free(arena);
	return id != NULL;
}

/* Writes the whole input of a call: the options, MEMBER, and the page of a list. */
static void
write_input(const struct operation *operation, struct buffer *input)
{
	const struct operator_command *command = operation->command;
	const struct operator_request *request = operation->request;
	const bool list = is_list(command->op);
	const bool has_cursor = operation->cursor[0] != '\0';
	const size_t count = request->count + command->takes_member +
		(command->field != NULL) + list + has_cursor;

	wire_map(input, count);
	wire_raw(input, request->pairs.data, request->pairs.size);
	if (command->takes_member) {
		wire_cstring(input, command->op == &op_member_show ? "member" : "id");
		wire_cstring(input, operation->id);
	}
	if (command->field != NULL) {
		wire_cstring(input, command->field);
		wire_cstring(input, command->value);
	}
	if (list) {
		wire_cstring(input, "limit");
		wire_integer(input, PAGE_ITEMS_MAX);
	}
	if (has_cursor) {
		wire_cstring(input, "cursor");
		wire_cstring(input, operation->cursor);
	}
}

/* Notes the cursor of the next page; "" on the last one. */
static void
keep_cursor(struct operation *operation, const struct call *call)
{
	const char *next = call->outcome.next_cursor;

	if (call->op->shape == SHAPE_PAGE)
		next = json_string_value(
			json_object_get(parse_answer(call), "nextCursor"));
	snprintf(operation->cursor, sizeof(operation->cursor), "%s",
		next != NULL ? next : "");
}

/* Runs one call of the operation and prints its answer. Returns the exit status. */
static int
carry_out(struct operation *operation, struct db *db)
{
	const struct operator_command *command = operation->command;
	struct arena *arena = arena_new(16384);
	struct call call = {.arena = arena, .db = db};
	struct buffer input = {.arena = arena};
	int status = 1;

	write_input(operation, &input);
	fill_call(&call, command->op);
	if (!wire_check(input.data, input.size)) {
		fprintf(stderr,
			"kithctl: an option was given twice, or a value is not UTF-8 "
			"text\n");
		status = 2;
	} else if (call_once(&call, command->handler, &input) &&
		print_answer(operation, &call)) {
		keep_cursor(operation, &call);
		status = 0;
	}
	arena_free(arena);
	return status;
}

static int
carry_out_all(struct operation *operation, struct db *db)
{
	const struct operator_command *command = operation->command;
	int status;

	if (!db_ready(db)) {
		fprintf(stderr, "kithctl: the database cannot be reached: %s\n",
			db_error(db));
		return 1;
	}
	if (command->takes_member && !find_member(operation, db))
		return 1;
	if (is_list(command->op) && !operation->request->json)
		table_head(command);
	do
		status = carry_out(operation, db);
	while (status == 0 && operation->cursor[0] != '\0');
	return status;
}

int
operator_run(const struct operator_command *command, int argc, char **argv)
{
	struct arena *arena;
	struct operator_request request;
	struct operation operation = {.command = command, .request = &request};
	int status = 2;

	if (help_wanted(argc, argv)) {
		operator_print_help(command);
		return 0;
	}
	arena = arena_new(16384);
	request = (struct operator_request){.pairs = {.arena = arena}};
	if (operator_read_options(command, argc, argv, &request)) {
		struct db *db;

		secret_act_as(command->op->service);
		db = db_new(
			config()->database_url.data, service_names[command->op->service]);
		status = carry_out_all(&operation, db);
		db_free(db);
	}
	arena_free(arena);
	return status;
}
