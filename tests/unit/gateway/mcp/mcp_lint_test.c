/* What tools say: every tool and argument that a text names exists, and no text names a
 * header, a route or an HTTP status. */
#include "common/bus/message.h"
#include "gateway/core/problem/problem.h"
#include "gateway/mcp/arguments.h"
#include "tests/unit/gateway/mcp/tools_scene.h"

/* Problems that any tool may answer beside those of its operation. */
static const enum problem common[] = {PROBLEM_VALIDATION_FAILED, PROBLEM_RATE_LIMITED,
	PROBLEM_INTERNAL_ERROR, PROBLEM_SERVICE_UNAVAILABLE, PROBLEM_TIMEOUT,
	PROBLEM_MEMBERSHIP_PENDING, PROBLEM_MEMBERSHIP_SUSPENDED,
	PROBLEM_IDEMPOTENCY_IN_PROGRESS, PROBLEM_NONE};

/* Members of the facts beside a refusal, and of results. */
static const char *const facts[] = {"errors", "requires", "detail", "nextCursor"};

static bool
is_fact(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(facts); i++)
		if (strcmp(facts[i], word) == 0)
			return true;
	return false;
}

static bool
is_value(const struct field *field, const char *word)
{
	const struct field *value =
		field->type == FIELD_LIST && field->element ? field->element : field;

	for (size_t i = 0; value->values != NULL && value->values[i] != NULL; i++)
		if (strcmp(value->values[i], word) == 0)
			return true;
	return false;
}

/* Whether a word is an argument or one of its values, or a field of the result. */
static bool
is_known(const struct record *record, const char *word)
{
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const struct field *field = &record->fields[i];

		if (strcmp(field->name, word) == 0 || is_value(field, word))
			return true;
		if (field->record != NULL && is_known(field->record, word))
			return true;
	}
	return false;
}

static bool
is_tool(const struct op *of, const char *word)
{
	const struct principal member = {
		.membership = MEMBERSHIP_ACTIVE, .scopes = SCOPE_ALL};

	return mcp_tools_find(word, of->guard == GUARD_ADMIN ? &everybody : &member) !=
		NULL;
}

/* Whether the word belongs to another tool that the text names. */
static bool
is_of_named(struct arena *arena, const char *text, const char *word)
{
	for (size_t i = 0; i < op_count; i++) {
		const char *name = ops[i]->tool.name;

		if (name != NULL && strstr(text, name) != NULL &&
			is_known(mcp_arguments_record(arena, ops[i]), word))
			return true;
	}
	return false;
}

/* Checks each word in backticks, and each word of a tool's form. */
static void
check_words(struct arena *arena, const struct op *op, const char *text)
{
	const struct record *arguments = mcp_arguments_record(arena, op);

	for (const char *at = text; *at != '\0';) {
		size_t size = strspn(
			at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
		const char *word = arena_copy(arena, at, size);
		bool quoted = at > text && at[-1] == '`' && at[size] == '`';

		if (size > 0 && (quoted || strchr(word, '_') != NULL) &&
			!is_known(arguments, word) && !is_known(op->output, word) &&
			!is_tool(op, word) && !is_fact(word) &&
			!is_of_named(arena, text, word))
			fail_msg("%s names %s, which it does not have: \"%s\"",
				op->tool.name, word, text);
		at += size + (at[size] != '\0');
	}
}

static void
check(struct arena *arena, const struct op *op, const char *text)
{
	static const char *const never[] = {"/v1", "header", "Header", "HTTP", "GET ",
		"POST ", "PATCH ", "PUT ", "DELETE ", "Retry-After", "If-Match", "ETag",
		"publishes"};

	if (text == NULL)
		return;
	for (size_t i = 0; i < COUNT_OF(never); i++)
		if (strstr(text, never[i]) != NULL)
			fail_msg("%s says \"%s\": \"%s\"", op->tool.name, never[i], text);
	check_words(arena, op, text);
}

static void
check_problem(struct arena *arena, const struct op *op, enum problem problem)
{
	struct message_reply reply = {.problem = problem};
	struct buffer sentence = {.arena = arena};

	problem_hint(arena, op, true, &reply);
	problem_sentence(&sentence, &reply);
	check(arena, op, arena_copy(arena, sentence.data, sentence.size));
}

static void
check_arguments(struct arena *arena, const struct op *op, const struct record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		check(arena, op, record->fields[i].doc);
		if (record->fields[i].record != NULL)
			check_arguments(arena, op, record->fields[i].record);
	}
}

TEST(names_only_tools_and_arguments_that_exist)
{
	struct arena *arena = arena_new(16384);

	for (size_t at = 0; at < op_count; at++) {
		const struct op *op = ops[at];

		if (op->tool.name == NULL)
			continue;
		check(arena, op, op->tool.doc != NULL ? op->tool.doc : op->doc);
		check_arguments(arena, op, mcp_arguments_record(arena, op));
		for (size_t i = 0; common[i] != PROBLEM_NONE; i++)
			check_problem(arena, op, common[i]);
		for (const enum problem *problem = op->problems;
			problem != NULL && *problem != PROBLEM_NONE; problem++)
			check_problem(arena, op, *problem);
	}
	arena_free(arena);
}
