#include "services/ctl/operator/operator.h"

#include <stdio.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/json/json.h"
#include "common/secret/secret.h"
#include "common/wire/wire.h"
#include "services/ctl/operator/operator_options.h"

#define DEADLINE_MS 30000

/* Sets an operator without an account as the caller. */
static void
fill_call(struct call *call, const struct operator_command *command)
{
	uint8_t random[8];

	secret_random(random, sizeof(random));
	call->op = command->op;
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
print_answer(const struct call *call)
{
	struct buffer json = {.arena = call->arena};

	if (!json_from_wire(&json, call->reply.data, call->reply.size))
		return false;
	fwrite(json.data, 1, json.size, stdout);
	putchar('\n');
	return fflush(stdout) == 0;
}

static int
carry_out(const struct operator_command *command, struct call *call,
	const struct buffer *input)
{
	if (!db_ready(call->db)) {
		fprintf(stderr, "kithctl: the database cannot be reached: %s\n",
			db_error(call->db));
		return 1;
	}
	if (!wire_check(input->data, input->size)) {
		fprintf(stderr,
			"kithctl: an option was given twice, or a value is not UTF-8 "
			"text\n");
		return 2;
	}
	run_call(call, command->handler, input->data, input->size);
	if (call->outcome.problem != PROBLEM_NONE ||
		call->outcome.db_problem != PROBLEM_NONE) {
		if (call->outcome.problem == PROBLEM_NONE)
			call->outcome.problem = call->outcome.db_problem;
		print_problem(call);
		return 1;
	}
	return print_answer(call) ? 0 : 1;
}

int
operator_run(const struct operator_command *command, int argc, char **argv)
{
	struct arena *arena;
	struct buffer input;
	struct call call;
	int status = 2;

	if (operator_wants_help(argc, argv)) {
		operator_print_help(command);
		return 0;
	}
	arena = arena_new(16384);
	input = (struct buffer){.arena = arena};
	call = (struct call){.arena = arena};
	if (operator_read_options(command, argc, argv, &input)) {
		fill_call(&call, command);
		secret_act_as(SERVICE_IDENTITY);
		call.db = db_new(config()->database_url.data, "identity");
		status = carry_out(command, &call, &input);
		db_free(call.db);
	}
	arena_free(arena);
	return status;
}
