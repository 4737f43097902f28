/*
 * scratch.c - calls of operations inside of a test's database.
 */
#include "tests/support/scratch.h"
#include "tests/support/scratch_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/json/json.h"
#include "common/secret/secret.h"
#include "gateway/reference/op_problems.h"
#include "proto/acts/acts.h"
#include "tests/support/test.h"

struct scratch scratch;

const char *
scratch_url(void)
{
	return scratch.url;
}

struct arena *
scratch_arena(void)
{
	return scratch.arena;
}

const char *
scratch_printf(const char *format, ...)
{
	va_list arguments;
	const char *text;

	va_start(arguments, format);
	text = arena_vprintf(scratch.arena, format, arguments);
	va_end(arguments);
	return text;
}

const char *
scratch_text(size_t length)
{
	struct buffer text = {.arena = scratch.arena};

	for (size_t i = 0; i < length; i++)
		buffer_append(&text, "é", 2);
	buffer_append(&text, "", 1);
	return (const char *)text.data;
}

const char *
scratch_json(const char *format, va_list arguments)
{
	char *json = arena_vprintf(scratch.arena, format, arguments);

	if (json[strcspn(json, "'\"")] != '\'')
		return json;
	for (char *at = json; *at != '\0'; at++) {
		if (*at == '\'')
			*at = '"';
	}
	return json;
}

/* Runs SQL on the raw connection; the caller owns the result. */
static PGresult *
execute(const char *sql)
{
	PGconn *connection = db_connection(scratch.db);
	PGresult *result = connection == NULL ? NULL : PQexec(connection, sql);
	ExecStatusType status = PQresultStatus(result);

	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
		fprintf(stderr, "scratch: %s\n%s", sql,
			connection == NULL ? db_error(scratch.db)
					   : PQerrorMessage(connection));
		PQclear(result);
		fail();
	}
	return result;
}

void
scratch_begin(void)
{
	arena_reset(scratch.arena);
	PQclear(execute("BEGIN"));
	scratch.in_transaction = true;
}

void
scratch_rollback(void)
{
	PQclear(execute("ROLLBACK"));
	scratch.in_transaction = false;
}

void
scratch_sql(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	PQclear(execute(arena_vprintf(scratch.arena, format, arguments)));
	va_end(arguments);
}

/* Without the notice about each table, because they would hide a failure. */
void
scratch_empty(const char *tables)
{
	scratch_sql("SET client_min_messages = warning; TRUNCATE %s CASCADE;"
		    " RESET client_min_messages",
		tables);
}

const char *
scratch_value(const char *format, ...)
{
	const char *value = NULL;
	va_list arguments;
	PGresult *result;

	va_start(arguments, format);
	result = execute(arena_vprintf(scratch.arena, format, arguments));
	va_end(arguments);
	if (PQntuples(result) > 0 && !PQgetisnull(result, 0, 0))
		value = arena_printf(scratch.arena, "%s", PQgetvalue(result, 0, 0));
	PQclear(result);
	return value;
}

struct principal
scratch_member(const struct uuid *member)
{
	return (struct principal){
		.member = *member,
		.membership = MEMBERSHIP_ACTIVE,
		.scopes = SCOPE_ALL & ~(unsigned)SCOPE_ADMIN,
		.credential_kind = CREDENTIAL_SESSION,
		.credential = *member,
		.address = arena_text(scratch.arena, "192.0.2.1"),
		.user_agent = arena_text(scratch.arena, "test"),
	};
}

struct principal
scratch_admin(const struct uuid *member)
{
	struct principal principal = scratch_member(member);

	principal.admin = true;
	principal.scopes = SCOPE_ALL;
	return principal;
}

struct principal
scratch_anonymous(void)
{
	return (struct principal){
		.address = arena_text(scratch.arena, "192.0.2.1"),
		.user_agent = arena_text(scratch.arena, "test"),
	};
}

void
scratch_sign_in(const struct principal *principal)
{
	const char *credential = hex_encode(scratch.arena, principal->credential.bytes,
		sizeof(principal->credential.bytes));

	if (principal->membership == MEMBERSHIP_NONE)
		return;
	scratch_sql(
		"INSERT INTO credentials (id, member_id, kind, hash, scopes, expires_at,"
		" absolute_expires_at) SELECT '%s', id, 'session', sha256('%s'), 63,"
		" now() + interval '1 day', now() + interval '1 day' FROM members"
		" WHERE id = '%s' AND former_at IS NULL ON CONFLICT DO NOTHING",
		credential, credential,
		hex_encode(scratch.arena, principal->member.bytes,
			sizeof(principal->member.bytes)));
}

struct uuid
scratch_uuid(unsigned number)
{
	struct uuid uuid = {{0}};

	uuid.bytes[6] = 0x70;
	uuid.bytes[8] = 0x80;
	uuid.bytes[14] = (uint8_t)(number >> 8);
	uuid.bytes[15] = (uint8_t)number;
	return uuid;
}

const char *
scratch_uuid_text(unsigned number)
{
	return arena_printf(
		scratch.arena, "00000000-0000-7000-8000-00000000%04x", number & 0xffff);
}

const char *
scratch_id(const char *prefix, unsigned number)
{
	struct uuid uuid = scratch_uuid(number);
	char *id = arena_alloc(scratch.arena, ID_TEXT_MAX);

	id_format(id, prefix, &uuid);
	return id;
}

static struct buffer
encode_input(const char *json)
{
	struct buffer input = {.arena = scratch.arena};
	const char *fault = NULL;
	const json_t *value = json_parse(scratch.arena, json == NULL ? "{}" : json,
		json == NULL ? 2 : strlen(json), &fault);

	if (value == NULL)
		fail_msg("the test's input is no JSON: %s", fault);
	json_to_wire(&input, value);
	return input;
}

static struct text
optional(const char *string)
{
	return string == NULL ? (struct text){.data = ""}
			      : arena_text(scratch.arena, string);
}

/* Runs the call with its service's role. Inside the test's transaction, a failed call is
 * rolled back to its beginning. */
static void
run(struct call *call, op_handler *handler, const struct buffer *input)
{
	const char *service = scratch.service == NULL ? service_names[call->op->service]
						      : scratch.service;

	scratch_sql("SET ROLE \"%s%s\"", config()->role_prefix.data, service);
	if (!scratch.in_transaction) {
		run_call(call, handler, input->data, input->size);
	} else {
		scratch_sql("SAVEPOINT scratch");
		run_call_inside(call, handler, input->data, input->size);
		scratch_sql("%s",
			call->outcome.problem == PROBLEM_NONE || call->outcome.keep_writes
				? "RELEASE SAVEPOINT scratch"
				: "ROLLBACK TO SAVEPOINT scratch");
	}
	scratch_sql("RESET ROLE");
}

/* Ends the test unless the contract states the problem for the operation. */
static void
check_problem(const struct call *call)
{
	enum problem problem = call->outcome.problem;
	bool stated[PROBLEM_COUNT];

	op_problems(call->op, stated);
	stated[PROBLEM_AWAITING_APPROVAL] = act_may_wait(call->op);
	if (!stated[problem])
		fail_msg("the contract of %s does not state %s", call->op->name,
			problems[problem].code);
}

static void
decode_output(struct scratch_answer *answer)
{
	struct buffer text = {.arena = scratch.arena};
	const struct buffer *reply = &answer->call->reply;
	const char *fault;

	if (answer->problem != PROBLEM_NONE || answer->call->op->shape == SHAPE_NONE)
		return;
	if (!json_from_wire(&text, reply->data, reply->size))
		fail_msg("the reply of %s is not well-formed", answer->call->op->name);
	buffer_append(&text, "", 1);
	answer->text = (const char *)text.data;
	answer->output = json_parse(scratch.arena, text.data, text.size - 1, &fault);
}

struct scratch_answer
scratch_call_with(const struct op_entry *entry, const struct principal *principal,
	const char *json, const struct scratch_options *options)
{
	struct call *call = arena_alloc(scratch.arena, sizeof(*call));
	struct buffer input = encode_input(json);
	struct scratch_answer answer = {.call = call};

	if (!scratch.in_transaction)
		scratch_sign_in(principal);
	*call = (struct call){
		.op = entry->op,
		.arena = scratch.arena,
		.principal = *principal,
		.request_id = optional(
			options->request_id == NULL ? "test" : options->request_id),
		.deadline_unix_ms = options->deadline_unix_ms,
		.idempotency_key = optional(options->idempotency_key),
		.if_match = optional(options->if_match),
		.image = options->image,
		.db = scratch.db,
	};
	run(call, entry->handler, options->wire != NULL ? options->wire : &input);
	answer.problem = call->outcome.problem;
	answer.detail = call->outcome.detail;
	answer.faults = call->outcome.faults;
	answer.next_cursor = call->outcome.next_cursor;
	answer.cause = arena_printf(scratch.arena, "%s", db_error(scratch.db));
	if (answer.problem == PROBLEM_NONE)
		scratch_check_output(call);
	else
		check_problem(call);
	if (problems[answer.problem].status >= 500)
		fprintf(stderr, "scratch: %s: %s\n", call->op->name, answer.cause);
	decode_output(&answer);
	return answer;
}

struct scratch_answer
scratch_call(
	const struct op_entry *entry, const struct principal *principal, const char *json)
{
	return scratch_call_with(entry, principal, json, &(struct scratch_options){0});
}

const json_t *
scratch_at(const struct scratch_answer *answer, const char *path)
{
	const json_t *value = answer->output;

	for (const char *at = path; value != NULL && *at != '\0';) {
		size_t size = strcspn(at, ".");
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)size, at);
		if (json_is_array(value))
			value = json_array_get(value, (size_t)strtoul(name, NULL, 10));
		else
			value = json_object_get(value, name);
		at += size + (at[size] == '.');
	}
	if (value == NULL)
		fail_msg("no %s in %s", path,
			answer->text == NULL ? "the answer" : answer->text);
	return value;
}

const char *
scratch_string(const struct scratch_answer *answer, const char *path)
{
	const char *string = json_string_value(scratch_at(answer, path));

	if (string == NULL)
		fail_msg("%s is no string in %s", path, answer->text);
	return string;
}

void
scratch_elsewhere(const char *sql)
{
	PGconn *connection = PQconnectdb(scratch_url());
	PGresult *result;

	PQclear(PQexec(connection, "SET search_path = kith"));
	result = PQexec(connection, sql);
	assert_true(PQresultStatus(result) == PGRES_COMMAND_OK ||
		PQresultStatus(result) == PGRES_TUPLES_OK);
	PQclear(result);
	PQfinish(connection);
}

const char *
scratch_numbers(const struct scratch_answer *answer, const char *name, const char *prefix)
{
	struct buffer out = {.arena = scratch_arena()};
	const json_t *items = scratch_at(answer, "items");

	assert_int_equal(answer->problem, PROBLEM_NONE);
	for (size_t i = 0; i < json_array_size(items); i++) {
		const char *text = json_string_value(
			json_object_get(json_array_get(items, i), name));

		assert_memory_equal(text, prefix, strlen(prefix));
		buffer_append(&out, text + strlen(prefix), strlen(text + strlen(prefix)));
		buffer_append(&out, " ", 1);
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}
