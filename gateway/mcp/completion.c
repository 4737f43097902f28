/*
 * completion.c - completion/complete: completes handles and slugs.
 *
 * Handles come from the search for members. Slugs come from the caller's organizations
 * first, and then from the listed ones. A caller without the permission to read them
 * gets no values.
 */
#include "gateway/mcp/completion.h"

#include <string.h>
#include <strings.h>

#include "gateway/mcp/ask.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/prompts.h"
#include "gateway/mcp/reply.h"
#include "gateway/mcp/resources.h"
#include "gateway/mcp/tools.h"
#include "gateway/mcp/turn.h"

#define VALUES_MAX 20
#define VALUE_BYTES_MAX 120

/* The values found so far. */
struct mcp_completion {
	const char *typed;
	const char *values[VALUES_MAX];
	size_t count;
	const char *next_scope; /* the organizations to search next; NULL = none */
};

static void
answer(struct mcp_turn *turn)
{
	const struct mcp_completion *found = turn->completion;

	mcp_reply_begin(turn);
	mcp_reply_member(turn, "completion");
	json_add_open(&turn->out, NULL, '{');
	json_add_open(&turn->out, "values", '[');
	for (size_t i = 0; i < found->count; i++)
		json_add_text(&turn->out, NULL, found->values[i]);
	json_add_close(&turn->out, ']');
	json_add_boolean(&turn->out, "hasMore", found->count == VALUES_MAX);
	json_add_close(&turn->out, '}');
	mcp_reply_end(turn, false);
}

static bool
is_found(const struct mcp_completion *found, const char *value)
{
	for (size_t i = 0; i < found->count; i++)
		if (strcmp(found->values[i], value) == 0)
			return true;
	return false;
}

/* Adds the member `name` of each item of a page. Slugs must begin with the typed text. */
static void
note(struct mcp_turn *turn, const struct message_reply *reply, const char *name,
	bool by_beginning)
{
	struct mcp_completion *found = turn->completion;
	struct buffer json = {.arena = turn->exchange->arena};
	const char *fault = NULL;
	const json_t *items;

	if (reply->problem != PROBLEM_NONE ||
		!json_from_wire(&json, reply->output, reply->output_size))
		return;
	items = json_object_get(
		json_parse(json.arena, json.data, json.size, &fault), "items");
	for (size_t i = 0; i < json_array_size(items) && found->count < VALUES_MAX; i++) {
		const char *value = json_string_value(
			json_object_get(json_array_get(items, i), name));

		if (value != NULL && !is_found(found, value) &&
			(!by_beginning ||
				strncasecmp(value, found->typed, strlen(found->typed)) ==
					0))
			found->values[found->count++] = value;
	}
}

static void
members_found(struct mcp_turn *turn, const struct message_reply *reply)
{
	note(turn, reply, "handle", false);
	answer(turn);
}

/* A call of a tool's operation for one page of matches. */
static struct mcp_question
ask_page(struct mcp_turn *turn, const char *tool, const char *name, const char *value)
{
	struct mcp_question question = {
		.op = mcp_tools_find(tool, &turn->exchange->principal),
		.input = {.arena = turn->exchange->arena},
	};

	wire_map(&question.input, value[0] != '\0' ? 2 : 1);
	wire_cstring(&question.input, "limit");
	wire_integer(&question.input, strcmp(name, "q") == 0 ? VALUES_MAX : 100);
	if (value[0] != '\0') {
		wire_cstring(&question.input, name);
		wire_cstring(&question.input, value);
	}
	return question;
}

static void
orgs_found(struct mcp_turn *turn, const struct message_reply *reply)
{
	struct mcp_completion *found = turn->completion;
	const char *scope = found->next_scope;
	struct mcp_question question;

	note(turn, reply, "slug", true);
	found->next_scope = NULL;
	if (scope == NULL || found->count == VALUES_MAX) {
		answer(turn);
		return;
	}
	question = ask_page(turn, "list_orgs", "scope", scope);
	mcp_ask(turn, &question, orgs_found);
}

/* The fault of the request, or NULL; *argument is the argument's name. */
static const char *
fault_of(const struct mcp_message *message, const char **argument)
{
	const json_t *reference = json_object_get(message->params, "ref");
	const json_t *given = json_object_get(message->params, "argument");
	const char *type = json_string_value(json_object_get(reference, "type"));
	const char *name = json_string_value(json_object_get(reference, "name"));
	const char *uri = json_string_value(json_object_get(reference, "uri"));
	const char *takes;

	*argument = json_string_value(json_object_get(given, "name"));
	if (*argument == NULL || !json_is_string(json_object_get(given, "value")))
		return "params.argument must have a name and a value";
	if (type != NULL && strcmp(type, "ref/prompt") == 0 && name != NULL) {
		if (!mcp_prompts_exist(name))
			return "params.ref names no prompt";
		return mcp_prompts_takes(name, *argument)
			? NULL
			: "The prompt has no such argument";
	}
	if (type == NULL || strcmp(type, "ref/resource") != 0 || uri == NULL)
		return "params.ref must name a prompt or the template of a resource";
	takes = mcp_resources_argument(uri);
	if (takes == NULL)
		return "params.ref names no template of a resource";
	return strcmp(takes, *argument) == 0 ? NULL : "The template has no such argument";
}

bool
mcp_completion_run(struct mcp_turn *turn)
{
	struct mcp_completion *found = arena_alloc(turn->exchange->arena, sizeof(*found));
	struct mcp_question question;
	const char *argument;
	const char *fault = fault_of(&turn->message, &argument);

	if (fault != NULL) {
		mcp_reply_invalid(turn, fault);
		return true;
	}
	*found = (struct mcp_completion){
		.typed = json_string_value(json_object_get(
			json_object_get(turn->message.params, "argument"), "value"))};
	turn->completion = found;
	if (strcmp(argument, "handle") == 0 && strlen(found->typed) <= VALUE_BYTES_MAX) {
		question = ask_page(turn, "search_members", "q", found->typed);
		return mcp_ask(turn, &question, members_found);
	}
	if (strcmp(argument, "slug") == 0 && strlen(found->typed) <= VALUE_BYTES_MAX) {
		found->next_scope = "listed";
		question = ask_page(turn, "list_orgs", "scope", "mine");
		return mcp_ask(turn, &question, orgs_found);
	}
	answer(turn);
	return true;
}
