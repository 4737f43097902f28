/*
 * activity.c - records each write of a member in the transaction of the write.
 *
 * The row names the client, the operation, and the request that undoes the write
 * (proto/acts/acts.h). Members read it at GET /v1/me/activity.
 */
#include <string.h>

#include "common/db/db.h"
#include "common/run/inside.h"
#include "common/wire/wire.h"
#include "proto/acts/acts.h"

STATEMENT(RECORD,
	"SELECT record_activity($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)");

/* The longest path of a request that is stored. */
#define PATH_MAX_BYTES 400

/* A text of a map; absent when it has none of that name. */
static struct text
find_in(struct arena *arena, const void *bytes, size_t size, const char *name,
	size_t name_size)
{
	struct wire_reader reader = wire_find(bytes, size, name, name_size);
	const struct wire_value value = wire_next(&reader);

	return value.type == WIRE_STRING
		? arena_text(arena, arena_copy(arena, value.data, value.size))
		: (struct text){.data = ""};
}

struct text
run_value_of(const struct run *run, const char *name, size_t size)
{
	const struct call *call = run->call;
	struct text found;

	if (call->outcome.about != NULL && size == strlen("about") &&
		memcmp(name, "about", size) == 0)
		return arena_text(call->arena, call->outcome.about);
	found = find_in(call->arena, call->reply.data, call->reply.size, name, size);
	if (found.presence != GIVEN)
		found = find_in(call->arena, run->bytes, run->size, name, size);
	return found;
}

bool
run_fill(const struct run *run, struct buffer *out, const char *pattern, run_put *put)
{
	while (*pattern != '\0') {
		const size_t plain = strcspn(pattern, "{");
		size_t name;

		buffer_append(out, pattern, plain);
		pattern += plain;
		if (*pattern == '\0')
			break;
		name = strcspn(++pattern, "}");
		if (!put(run, out, pattern, name))
			return false;
		pattern += name + 1;
	}
	buffer_append(out, "", 1);
	return true;
}

static bool
put_segment(const struct run *run, struct buffer *out, const char *name, size_t size)
{
	const struct text value = run_value_of(run, name, size);

	buffer_append(out, value.data, value.size);
	return value.presence == GIVEN;
}

/* The path of an operation with its {names} filled in; absent when a value is missing. */
static struct text
path_of(const struct run *run, const struct op *op)
{
	struct buffer out = {.arena = run->call->arena};

	if (!run_fill(run, &out, op->path, put_segment) || out.size > PATH_MAX_BYTES)
		return (struct text){.data = ""};
	return arena_text(run->call->arena, (const char *)out.data);
}

static int64_t
acts_of(const struct run *run)
{
	return act_count(run->call->op, run->input, run->call->outcome.reached);
}

static bool
applies(const struct run *run, const struct undo *undo)
{
	struct text value;

	if (undo->op != run->call->op)
		return false;
	if (undo->when_name == NULL)
		return undo->by != undo->op || acts_of(run) > 0;
	value = run_value_of(run, undo->when_name, strlen(undo->when_name));
	return strcmp(value.data, undo->when_value) == 0;
}

static const struct undo *
undo_of(const struct run *run)
{
	for (size_t i = 0; i < undo_count; i++) {
		if (applies(run, &undos[i]))
			return &undos[i];
	}
	return NULL;
}

/* A name of the record that the member recognizes, or "". */
static struct text
about(const struct run *run)
{
	static const char *const names[] = {"about", "contextTitle", "toHandle", "handle",
		"title", "subjectTitle", "email", "orgSlug", "slug", "name", "org"};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct text found = run_value_of(run, names[i], strlen(names[i]));

		if (found.presence == GIVEN && found.size > 0)
			return found;
	}
	return (struct text){.presence = GIVEN, .data = ""};
}

static const char *
via_name(enum via via)
{
	static const char *const names[] = {
		[VIA_REST] = "rest",
		[VIA_TOOL] = "tool",
		[VIA_PAGE] = "page",
		[VIA_OPERATOR] = "rest",
	};

	return names[via];
}

/* Whether the call is a write by a member. Internal operations are parts of others. */
static bool
is_recorded(const struct call *call)
{
	const enum guard guard = call->op->guard;

	return call->db != NULL && call->op->tx == TX_WRITE && !call->dry_run &&
		call->principal.membership != MEMBERSHIP_NONE && guard != GUARD_PUBLIC &&
		guard != GUARD_INTERNAL;
}

void
run_record_activity(struct run *run)
{
	struct call *call = run->call;
	const struct undo *undo;
	const struct op *op = call->op;
	struct text undoes = {.data = ""}, path = {.data = ""};

	if (!is_recorded(call))
		return;
	undo = undo_of(run);
	if (act_undoes(op, undo))
		undoes = path_of(run, op);
	if (undo != NULL)
		path = path_of(run, undo->by);
	if (path.presence != GIVEN)
		undo = NULL;
	db_query(call, RECORD, DB_CALLER(call), DB_UUID(&call->principal.credential),
		DB_ID(call->approval), DB_STRING(via_name(call->principal.via)),
		DB_STRING(op->name), DB_TEXT(about(run)), DB_FLAG(acts_of(run) > 0),
		DB_TEXT(undoes), DB_STRING(undo != NULL ? undo->by->name : NULL),
		DB_STRING(undo != NULL ? method_names[undo->by->method] : NULL),
		DB_TEXT(path), DB_STRING(undo != NULL ? undo->body : NULL));
}
