/*
 * tables_test.c - rules for the whole contract, which is data.
 */
#include <string.h>

#include "common/metrics/metrics.h"
#include "proto/identity/identity.h"
#include "proto/op.h"
#include "tests/contract/words.h"
#include "tests/support/test.h"

#define TOOL_NAME_MAX 32

static const struct field *
find(const struct record *record, const char *name, size_t size)
{
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		if (strlen(record->fields[i].name) == size &&
			memcmp(record->fields[i].name, name, size) == 0)
			return &record->fields[i];
	}
	return NULL;
}

TEST(names_every_operation_once)
{
	assert_true(op_count > 0);
	for (size_t i = 0; i < op_count; i++) {
		assert_true(is_identifier(ops[i]->name, "abcdefghijklmnopqrstuvwxyz_"));
		assert_in_range(ops[i]->service, 0, SERVICE_COUNT - 1);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(ops[i]->name, ops[j]->name);
	}
}

/* Whether two paths match the same requests, whatever their parameters are called. */
static bool
is_same_route(const char *a, const char *b)
{
	while (*a && *a == *b) {
		if (*a == '{') {
			a += strcspn(a, "}");
			b += strcspn(b, "}");
		}
		a++;
		b++;
	}
	return *a == *b;
}

TEST(gives_every_route_to_one_operation)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];

		if (op->method == METHOD_NONE) {
			assert_null(op->path);
			continue;
		}
		if (op->path == NULL || op->path[0] != '/')
			fail_msg("%s has no path", op->name);
		for (size_t j = 0; j < i; j++) {
			if (ops[j]->method == op->method &&
				is_same_route(ops[j]->path, op->path))
				fail_msg("%s and %s have the same route", op->name,
					ops[j]->name);
		}
	}
}

TEST(requires_every_parameter_of_a_path)
{
	for (size_t i = 0; i < op_count; i++) {
		const char *open =
			ops[i]->path != NULL ? strchr(ops[i]->path, '{') : NULL;

		for (; open != NULL; open = strchr(open + 1, '{')) {
			size_t size = strcspn(open + 1, "}");
			const struct field *field = find(ops[i]->input, open + 1, size);

			if (field == NULL || !field->required)
				fail_msg("%s: {%.*s} is no required input", ops[i]->name,
					(int)size, open + 1);
		}
	}
}

TEST(describes_every_operation)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];

		if (op->summary == NULL || !*op->summary ||
			op->summary[strlen(op->summary) - 1] == '.')
			fail_msg("%s: the summary is a title without a full stop",
				op->name);
		if (!is_sentence(op->doc))
			fail_msg("%s: the doc must be sentences", op->name);
	}
}

/* A chunked answer ends with its lists, and only REST can join its parts. */
static void
check_parts(const struct op *op)
{
	const struct op *next = op->chunks.next;
	bool list = false;

	for (size_t i = 0; i < op->output->count; i++) {
		const struct field *field = &op->output->fields[i];

		if (list && !(field->type == FIELD_LIST && field->record != NULL))
			fail_msg("%s: %s comes after a list", op->name, field->name);
		list = list || (field->type == FIELD_LIST && field->record != NULL);
	}
	if (next == NULL) {
		assert_int_equal(op->guard, GUARD_INTERNAL);
		return;
	}
	assert_int_equal(op->method, METHOD_GET);
	assert_null(op->tool.name);
	assert_false(op->answer.tagged);
	assert_int_equal(next->shape, SHAPE_CHUNKED);
	assert_int_equal(next->guard, GUARD_INTERNAL);
	assert_ptr_equal(next->output, op->output);
	assert_non_null(find(next->input, "part", 4));
}

TEST(answers_what_its_shape_says)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		bool is_list = op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY;
		const struct field *limit = find(op->input, "limit", 5);
		const struct field *cursor = find(op->input, "cursor", 6);

		bool is_file = op->shape == SHAPE_FILE;

		if ((op->output == NULL) != (is_file || op->shape == SHAPE_NONE) ||
			is_file != (op->answer.file_type != NULL))
			fail_msg("%s: output and shape contradict each other", op->name);
		if (is_list &&
			(limit == NULL || limit->type != FIELD_INTEGER ||
				cursor == NULL || cursor->format != FORMAT_CURSOR))
			fail_msg("%s: a list needs limit and cursor", op->name);
		if (!is_list && cursor != NULL)
			fail_msg("%s: only a list takes a cursor", op->name);
		if (op->shape == SHAPE_CHUNKED)
			check_parts(op);
		else if (op->chunks.next != NULL)
			fail_msg("%s: it has no parts", op->name);
	}
}

/* An operation without these declarations would be refused at run time. */
TEST(says_who_may_call_and_in_which_transaction)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->guard == GUARD_UNSET)
			fail_msg("%s does not say its guard", ops[i]->name);
		if (ops[i]->tx == TX_UNSET)
			fail_msg("%s does not say its transaction", ops[i]->name);
	}
}

TEST(knows_the_place_of_each_operation)
{
	static const struct op unlisted = {.name = "unlisted"};

	assert_in_range(op_count, 1, 512); /* the capacity of op_index() */
	assert_in_range(op_count, 1, METRICS_OPS_MAX);
	for (size_t i = 0; i < op_count; i++)
		assert_int_equal(op_index(ops[i]), i);
	assert_int_equal(op_index(&unlisted), op_count);
	assert_int_equal(op_index(NULL), op_count);
}

TEST(guards_what_members_do_with_scopes)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		bool needs = op->guard == GUARD_MEMBER || op->guard == GUARD_ADMIN;
		/* Strangers open the page that reads the last one. */
		bool inside = op->guard == GUARD_INTERNAL || op->guard == GUARD_SESSION ||
			op == &op_mail_link_get;

		/* Any credential may end itself; reading the account requires a scope. */
		if (op->guard != GUARD_ACCOUNT && needs != (op->scopes != 0))
			fail_msg("%s: guard and scopes contradict each other", op->name);
		if (op->guard == GUARD_ACCOUNT && op->output != NULL && op->scopes == 0)
			fail_msg("%s answers to every token, whatever its scopes",
				op->name);
		assert_int_equal(op->scopes & ~(unsigned)SCOPE_ALL, 0);
		if (inside && op->method != METHOD_NONE)
			fail_msg("%s: internal operations have no route", op->name);
		if (op->method == METHOD_NONE && !inside && op->tool.name == NULL)
			fail_msg("%s is neither a route nor a tool", op->name);
		if (inside && op->tool.name != NULL)
			fail_msg("%s: an internal operation is no tool", op->name);
		/* Assistants use tokens. */
		if (op->with != WITH_ANY &&
			(op->tool.name != NULL || op->guard == GUARD_PUBLIC))
			fail_msg("%s: nobody would have the credential", op->name);
		if (op->method == METHOD_GET && op->tx == TX_WRITE)
			fail_msg("%s: a GET writes nothing", op->name);
		if (op->method == METHOD_GET && (op->scopes & SCOPE_NETWORK_WRITE))
			fail_msg("%s: a GET needs no scope to write", op->name);
		if (op->tool.name != NULL && op->tool.read_only == op_is_write(op))
			fail_msg("%s: the tool must count as a write or as none",
				op->name);
		if (op->tool.name != NULL && op->tool.read_only != (op->tx != TX_WRITE))
			fail_msg("%s: the tool must say whether it writes", op->name);
	}
}

/* A pending or suspended member only manages the account and its credentials. */
TEST(answers_only_active_members_outside_of_the_account)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];

		if (op->guard == GUARD_ACCOUNT &&
			strncmp(op->path, "/v1/auth/", strlen("/v1/auth/")) != 0)
			fail_msg("%s is for active members", op->name);
	}
}

/* A sign-in writes without a transaction, and a repeated one would create two
 * sessions. */
TEST(repeats_what_reads_and_what_says_so)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		const bool reads = op_only_reads(op);

		if (op->run.repeatable && (reads || op->guard != GUARD_INTERNAL))
			fail_msg("%s: only an internal operation that writes needs to say"
				 " that it is repeatable",
				op->name);
		if (op->run.repeatable && op->tx == TX_WRITE)
			fail_msg(
				"%s: what takes a transaction to write is not repeatable",
				op->name);
		if (op_is_repeatable(op) != (reads || op->run.repeatable))
			fail_msg("%s may be sent twice", op->name);
	}
	assert_true(op_is_repeatable(&op_credential_resolve));
	assert_false(op_is_repeatable(&op_session_sign_in));
}

TEST(says_whose_credentials_an_operation_changes)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		const struct field *id = find(op->input, "id", 2);
		bool known = op->guard != GUARD_PUBLIC && op->guard != GUARD_INTERNAL;

		if (op->changes != CREDENTIALS_OF_NOBODY && op->method == METHOD_GET)
			fail_msg("%s changes credentials, but writes nothing", op->name);
		if (op->changes == CREDENTIALS_OF_CALLER && !known)
			fail_msg("%s: nobody knows who calls", op->name);
		if (op->changes == CREDENTIALS_OF_SUBJECT &&
			(id == NULL || id->type != FIELD_IDENTIFIER ||
				strcmp(id->prefix, "usr") != 0))
			fail_msg("%s: its input names no member", op->name);
	}
}

/* The GET of a record that a member reads by this path, or NULL. */
static const struct op *
get_of(const char *path)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->answer.tagged && strcmp(ops[i]->path, path) == 0)
			return ops[i];
	}
	return NULL;
}

/* Whether a GET of one record returns this output. */
static bool
is_shown_by_a_get(const struct record *output)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->answer.tagged && ops[i]->output == output)
			return true;
	}
	return false;
}

TEST(names_the_get_of_what_an_operation_writes)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		const char *path =
			op->answer.location != NULL ? op->answer.location : op->path;
		bool writes = op->method != METHOD_NONE && op->method != METHOD_GET;
		bool shown = op->shape == SHAPE_RECORD && is_shown_by_a_get(op->output);
		const struct op *get = path != NULL ? get_of(path) : NULL;

		if (op->current != NULL && (!writes || !op->current->answer.tagged))
			fail_msg("%s: a write names a GET that has a tag", op->name);
		if (writes && get != NULL && op->current != get)
			fail_msg("%s writes what %s reads", op->name, get->name);
		/* The member, not the administrator, reads the result of a decision. */
		if (writes && shown && op->guard != GUARD_ADMIN && op->current == NULL)
			fail_msg(
				"%s answers a record of which it knows no tag", op->name);
	}
}

TEST(tags_every_single_record)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		bool single = op->method == METHOD_GET &&
			(op->shape == SHAPE_RECORD || op->shape == SHAPE_FILE) &&
			op->service != SERVICE_GATEWAY;

		if (op->answer.tagged != single)
			fail_msg("%s: each GET of a single record has a tag, and "
				 "nothing else",
				op->name);
	}
}

TEST(names_every_tool_once)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct tool *tool = &ops[i]->tool;

		if (tool->name == NULL)
			continue;
		assert_true(is_identifier(
			tool->name, "abcdefghijklmnopqrstuvwxyz0123456789_"));
		assert_in_range(strlen(tool->name), 1, TOOL_NAME_MAX);
		if (tool->title == NULL || !*tool->title)
			fail_msg("%s has no title", tool->name);
		if (tool->doc != NULL && !is_sentence(tool->doc))
			fail_msg("%s: the doc must be sentences", tool->name);
		if (tool->read_only && tool->destructive)
			fail_msg("%s cannot both only read and destroy", tool->name);
		if (tool->destructive && !tool->idempotent)
			fail_msg("%s: a repeated call must meet the state", tool->name);
		assert_true(tool->rank > 0);
		for (size_t j = 0; j < i; j++) {
			const struct tool *other = &ops[j]->tool;

			if (other->name == NULL)
				continue;
			assert_string_not_equal(tool->name, other->name);
			if (tool->rank == other->rank)
				fail_msg("%s and %s have the same rank", tool->name,
					other->name);
		}
	}
}

TEST(names_services_methods_and_scopes)
{
	unsigned bits = 0;

	for (int i = 0; i < SERVICE_COUNT; i++)
		assert_true(
			is_identifier(service_names[i], "abcdefghijklmnopqrstuvwxyz"));
	for (int i = METHOD_NONE + 1; i < METHOD_COUNT; i++)
		assert_true(is_identifier(method_names[i], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
	for (int i = 0; i < SCOPE_KINDS; i++) {
		assert_true(is_identifier(
			scope_infos[i].name, "abcdefghijklmnopqrstuvwxyz_:"));
		assert_true(scope_infos[i].sentence != NULL && *scope_infos[i].sentence);
		assert_int_equal(bits & scope_infos[i].bit, 0);
		bits |= scope_infos[i].bit;
	}
	assert_int_equal(bits, SCOPE_ALL);
}
