#include "tests/support/things.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/id.h"
#include "common/bus/message.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/service/service.h"
#include "common/wire/wire.h"
#include "proto/records.h"
#include "tests/support/scratch.h"
#include "tests/support/statement_here.h"

int thing_runs;
void (*thing_interfere)(int run);

struct thing_in {
	struct identifier id;
	struct text name;
	struct integer size;
};

struct thing_id_in {
	struct identifier id;
};

struct thing_list_in {
	struct text name;
	struct integer limit;
	struct text cursor;
};

static const struct field thing_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "post", .doc = "The id."),
	OUT("name", TEXT, .doc = "The name."),
	OUT("size", INTEGER, .nullable = true, .doc = "The size."),
};

static const struct record thing_record = {.name = "Thing",
	.doc = "A thing.",
	.fields = thing_fields,
	.count = COUNT_OF(thing_fields)};

static const struct record thing_label_record = {.name = "ThingLabel",
	.doc = "A thing's name.",
	.fields = thing_fields,
	.count = 2};

static const struct field thing_create_in_fields[] = {
	IN(struct thing_in, name, "name", TEXT, .required = true, .min = 1, .max = 20,
		.doc = "The name."),
	IN(struct thing_in, size, "size", INTEGER, .min = 0, .max = 1000,
		.doc = "The size."),
};

static const struct record thing_create_input = {.name = "thing_create_in",
	.doc = "A new thing.",
	.fields = thing_create_in_fields,
	.count = COUNT_OF(thing_create_in_fields),
	.size = sizeof(struct thing_in)};

static const struct field thing_update_in_fields[] = {
	ID_FIELD(struct thing_in, "post", PROBLEM_POST_NOT_FOUND, "Which."),
	IN(struct thing_in, name, "name", TEXT, .min = 1, .max = 20, .doc = "The name."),
};

static const struct record thing_update_input = {.name = "thing_update_in",
	.doc = "What changes.",
	.fields = thing_update_in_fields,
	.count = COUNT_OF(thing_update_in_fields),
	.size = sizeof(struct thing_in)};

static const struct field thing_id_in_fields[] = {
	ID_FIELD(struct thing_id_in, "post", PROBLEM_POST_NOT_FOUND, "Which."),
};

static const struct record thing_id_input = INPUT_RECORD(thing_id_in, "Which thing.");

static const struct field thing_list_in_fields[] = {
	IN(struct thing_list_in, name, "name", TEXT, .max = 20,
		.doc = "Only with this name."),
	PAGE_FIELDS(struct thing_list_in),
};

static const struct record thing_list_input =
	INPUT_RECORD(thing_list_in, "Which things.");

static const struct conflict thing_conflicts[] = {
	{"things_name_key", PROBLEM_VALIDATION_FAILED, "#/name", FAULT_TAKEN,
		"the name is taken"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

/* Counts the run, and calls the test's hook. */
static void
enter(void)
{
	thing_runs++;
	if (thing_interfere != NULL)
		thing_interfere(thing_runs);
}

static enum problem
thing_create(struct call *call, const void *input)
{
	const struct thing_in *in = input;
	struct uuid id = id_new();

	enter();
	return reply_row(call,
		db_query(call,
			STATEMENT_HERE(
				"INSERT INTO things (id, name, size) VALUES ($1, $2, $3)"
				" RETURNING id, name, size"),
			DB_UUID(&id), DB_TEXT(in->name), DB_INTEGER(in->size)),
		0, NULL);
}

static enum problem
thing_get(struct call *call, const void *input)
{
	const struct thing_id_in *in = input;
	struct rows *rows = db_query(call,
		STATEMENT_HERE("SELECT id, name, size FROM things WHERE id = $1"),
		DB_ID(in->id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}

static enum problem
thing_update(struct call *call, const void *input)
{
	const struct thing_in *in = input;
	struct rows *rows;

	enter();
	rows = db_query(call,
		STATEMENT_HERE(
			"UPDATE things SET name = coalesce($2, name), size = size + 1"
			" WHERE id = $1 RETURNING id, name, size"),
		DB_ID(in->id), DB_TEXT(in->name));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}

static enum problem
thing_list(struct call *call, const void *input)
{
	const struct thing_list_in *in = input;

	return reply_page(call,
		db_query(call,
			STATEMENT_HERE(
				"SELECT id, name, size FROM things"
				" WHERE ($1::text IS NULL OR name = $1) AND (NOT $2"
				" OR (size, id) < ($3, $4)) ORDER BY size DESC, id DESC"
				" LIMIT $5 + 1"),
			DB_TEXT(in->name), DB_FLAG(call->after.given),
			DB_NUMBER(call->after.sort), DB_UUID(&call->after.id),
			DB_NUMBER(call->limit)),
		"size", NULL);
}

static enum problem
thing_remove(struct call *call, const void *input)
{
	const struct thing_id_in *in = input;

	if (db_query(call, STATEMENT_HERE("DELETE FROM things WHERE id = $1"),
		    DB_ID(in->id))
			->affected == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, "there is no such thing");
	return reply_none(call);
}

STATEMENT(WAIT_FOR_LOCK,
	"SELECT pg_advisory_xact_lock_shared(" THING_SLOW_LOCK ")::text AS locked");

static enum problem
thing_slow(struct call *call, const void *input)
{
	(void)input;
	usleep(THING_SLOW_MS * 1000);
	db_query_plain(call, WAIT_FOR_LOCK);
	return reply_none(call);
}

/* Slow work of the database. */
static enum problem
sleep_there(struct call *call, int64_t time_ms)
{
	db_query(call,
		STATEMENT_HERE("SELECT pg_sleep($1::int8 / 1000.0)::text AS slept"),
		DB_NUMBER(time_ms));
	return reply_none(call);
}

#define SLEEPS(op_name, time_ms) \
	static enum problem op_name(struct call *call, const void *input) \
	{ \
		(void)input; \
		return sleep_there(call, time_ms); \
	}

SLEEPS(thing_wait, THING_WAIT_MS)
SLEEPS(thing_nap, THING_NAP_MS)
SLEEPS(thing_doze, THING_DOZE_MS)

static enum problem
thing_huge(struct call *call, const void *input)
{
	char *data = arena_alloc(call->arena, MESSAGE_REPLY_BYTES_MAX);

	(void)input;
	memset(data, 'x', MESSAGE_REPLY_BYTES_MAX);
	wire_string(&call->reply, data, MESSAGE_REPLY_BYTES_MAX);
	return PROBLEM_NONE;
}

static enum problem
thing_break(struct call *call, const void *input)
{
	(void)input;
	db_query(call, STATEMENT_HERE("SELECT 1 / $1::int8 AS broken"), DB_NUMBER(0));
	return reply_none(call);
}

static enum problem
thing_meddle(struct call *call, const void *input)
{
	(void)input;
	db_query_plain(call, STATEMENT_HERE("DELETE FROM things"));
	return reply_none(call);
}

static enum problem
thing_warn(struct call *call, const void *input)
{
	(void)input;
	db_query_plain(call,
		STATEMENT_HERE("SELECT pg_advisory_unlock(4711)::text AS unlocked"));
	return reply_none(call);
}

static enum problem
thing_kill(struct call *call, const void *input)
{
	(void)input;
	db_query_plain(call,
		STATEMENT_HERE(
			"SELECT pg_terminate_backend(pg_backend_pid())::text AS killed"));
	return reply_none(call);
}

static enum problem
thing_copy(struct call *call, const void *input)
{
	(void)input;
	db_query_plain(call, STATEMENT_HERE("COPY (SELECT 1) TO STDOUT"));
	return reply_none(call);
}

STATEMENT_BATCHED(PARTS,
	"SELECT id, name FROM things, generate_series(1, " THING_PARTS_SIZE
	" / size) part WHERE id = $1");

static enum problem
thing_parts(struct call *call, const void *input)
{
	const struct thing_id_in *in = input;
	struct rows *rows = db_query(call, PARTS, DB_ID(in->id));
	const struct reply_extra size = REPLY_FIELD_INTEGER("size", rows->count);

	if (rows->count == 0)
		return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
	return reply_row(call, rows, rows->count - 1,
		&(const struct reply_parts){.extras = &size, .extra_count = 1});
}

static const enum problem thing_problems[] = {
	PROBLEM_POST_CLOSED, PROBLEM_IDEMPOTENCY_MISMATCH, PROBLEM_NONE};

#define THING(op_name, ...) \
	{ \
		.name = #op_name, .service = SERVICE_CONTENT, .guard = GUARD_PUBLIC, \
		.output = &thing_record, .problems = thing_problems, __VA_ARGS__ \
	}

static const struct op op_thing_create = THING(thing_create, .method = METHOD_POST,
	.input = &thing_create_input, .tx = TX_WRITE, .conflicts = thing_conflicts);
static const struct op op_thing_get =
	THING(thing_get, .method = METHOD_GET, .input = &thing_id_input, .tx = TX_READ);
static const struct op op_thing_update = THING(thing_update, .method = METHOD_PATCH,
	.input = &thing_update_input, .tx = TX_WRITE, .current = &op_thing_get);
static const struct op op_thing_rename = {.name = "thing_rename",
	.service = SERVICE_CONTENT,
	.guard = GUARD_PUBLIC,
	.method = METHOD_PATCH,
	.input = &thing_update_input,
	.output = &thing_label_record,
	.tx = TX_WRITE,
	.current = &op_thing_get};
static const struct op op_thing_list =
	THING(thing_list, .method = METHOD_GET, .input = &thing_list_input,
		.shape = SHAPE_PAGE, .tx = TX_NONE, .cost = COST_LIST);
static const struct op op_thing_array = THING(thing_array, .method = METHOD_GET,
	.input = &thing_list_input, .shape = SHAPE_ARRAY, .tx = TX_READ);
static const struct op op_thing_feed =
	THING(thing_feed, .method = METHOD_GET, .input = &thing_list_input,
		.shape = SHAPE_ARRAY, .tx = TX_READ, .cost = COST_LIST);
static const struct op op_thing_secret = THING(thing_secret, .method = METHOD_POST,
	.input = &thing_create_input, .tx = TX_WRITE, .answer = {.secret = true});
static const struct op op_thing_remove = THING(thing_remove, .method = METHOD_POST,
	.input = &thing_id_input, .shape = SHAPE_NONE, .tx = TX_WRITE);

static const struct op op_thing_parts = THING(thing_parts, .method = METHOD_GET,
	.input = &thing_id_input, .tx = TX_NONE, .cost = COST_POINT);

static const struct op op_thing_slow = {.name = "thing_slow",
	.service = SERVICE_CONTENT,
	.guard = GUARD_PUBLIC,
	.method = METHOD_POST,
	.shape = SHAPE_NONE,
	.run = {.pool = POOL_OUTSIDE},
	.tx = TX_NONE};
static const struct op op_thing_wait = {.name = "thing_wait",
	.service = SERVICE_CONTENT,
	.guard = GUARD_PUBLIC,
	.method = METHOD_GET,
	.shape = SHAPE_NONE,
	.tx = TX_READ};
static const struct op op_thing_huge =
	THING(thing_huge, .method = METHOD_GET, .tx = TX_NONE, .cost = COST_POINT);

#define THING_READ(op_name) \
	{ \
		.name = #op_name, .service = SERVICE_CONTENT, .method = METHOD_GET, \
		.guard = GUARD_PUBLIC, .shape = SHAPE_NONE, .tx = TX_NONE, \
		.cost = COST_POINT \
	}

static const struct op op_thing_nap = THING_READ(thing_nap);
static const struct op op_thing_doze = THING_READ(thing_doze);
static const struct op op_thing_break = THING_READ(thing_break);
static const struct op op_thing_meddle = THING_READ(thing_meddle);
static const struct op op_thing_warn = THING_READ(thing_warn);
static const struct op op_thing_kill = THING_READ(thing_kill);
static const struct op op_thing_copy = THING_READ(thing_copy);

const struct op_entry things[THING_COUNT] = {
	[THING_CREATE] = {&op_thing_create, thing_create},
	[THING_GET] = {&op_thing_get, thing_get},
	[THING_UPDATE] = {&op_thing_update, thing_update},
	[THING_RENAME] = {&op_thing_rename, thing_update},
	[THING_LIST] = {&op_thing_list, thing_list},
	[THING_ARRAY] = {&op_thing_array, thing_list},
	[THING_FEED] = {&op_thing_feed, thing_list},
	[THING_SECRET] = {&op_thing_secret, thing_create},
	[THING_REMOVE] = {&op_thing_remove, thing_remove},
	[THING_SLOW] = {&op_thing_slow, thing_slow},
	[THING_WAIT] = {&op_thing_wait, thing_wait},
	[THING_HUGE] = {&op_thing_huge, thing_huge},
	[THING_NAP] = {&op_thing_nap, thing_nap},
	[THING_DOZE] = {&op_thing_doze, thing_doze},
	[THING_BREAK] = {&op_thing_break, thing_break},
	[THING_MEDDLE] = {&op_thing_meddle, thing_meddle},
	[THING_WARN] = {&op_thing_warn, thing_warn},
	[THING_KILL] = {&op_thing_kill, thing_kill},
	[THING_COPY] = {&op_thing_copy, thing_copy},
	[THING_PARTS] = {&op_thing_parts, thing_parts},
};

int
things_serve(void)
{
	const struct service content = {.name = SERVICE_CONTENT,
		.entries = things,
		.entry_count = THING_COUNT,
		.calls_per_member = {[POOL_OUTSIDE] = THING_SLOW_PER_MEMBER}};
	char *arguments[] = {(char[]){"kith-content"}, NULL};

	alarm(120); /* ends this process if the test dies */
	return service_main(1, arguments, &content);
}

void
things_create_table(void)
{
	scratch_sql("CREATE TABLE things (id uuid PRIMARY KEY,"
		    " name text CONSTRAINT things_name_key UNIQUE, size int8);"
		    "GRANT ALL ON things TO kith_content");
	run_register(things, THING_COUNT);
}
