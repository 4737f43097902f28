/*
 * fetch.c - the tool `fetch`: one record as a document.
 *
 * Its id is the URI of a resource, as the tool `search` gives it, or the id of a
 * record.
 */
#include "gateway/mcp/fetch.h"

#include <string.h>

#include "common/input/input.h"
#include "gateway/mcp/ask.h"
#include "gateway/mcp/resources.h"
#include "gateway/mcp/result.h"
#include "gateway/mcp/turn.h"
#include "proto/gateway.h"

/* The prefixes of ids, and of the URIs of the same records. */
static const char *const families[][2] = {{"post_", "kith://posts/"},
	{"proj_", "kith://projects/"}, {"evt_", "kith://events/"}};

/* The URI of an id. */
static const char *
uri_of(struct arena *arena, const char *id)
{
	for (size_t i = 0; i < COUNT_OF(families); i++)
		if (strncmp(id, families[i][0], strlen(families[i][0])) == 0)
			return arena_printf(arena, "%s%s", families[i][1], id);
	return id;
}

/* The pages of resources that have no path of their own. */
static const char *const own_pages[][2] = {
	{"kith://me/profile", "/settings"}, {"kith://me/notifications", "/"}};

/* The page of the record. Pages have the paths of REST without the version. */
static const char *
address_of(const struct mcp_turn *turn)
{
	const struct mcp_question *question = turn->question;
	const char *base = turn->exchange->gateway->config->base_url.data;
	const char *path = question->op->path + strlen("/v1");

	for (size_t i = 0; i < COUNT_OF(own_pages); i++)
		if (strcmp(question->uri, own_pages[i][0]) == 0)
			return arena_printf(
				turn->exchange->arena, "%s%s", base, own_pages[i][1]);
	return arena_printf(turn->exchange->arena, "%s%.*s%s", base,
		(int)strcspn(path, "{"), path, question->value);
}

/* The title of a record: its title or its name. */
static const char *
title_of(const json_t *record)
{
	static const char *const names[] = {"title", "name", "id"};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const json_t *value = json_object_get(record, names[i]);

		if (json_is_string(value))
			return json_string_value(value);
	}
	return "Record";
}

/* The record has been read: writes the document. */
static void
read_done(struct mcp_turn *turn, const struct message_reply *reply)
{
	struct arena *arena = turn->exchange->arena;
	const struct op *op = turn->question->op;
	struct buffer text = {.arena = arena}, document = {.arena = arena};
	const char *fault = NULL;

	if (reply->problem != PROBLEM_NONE) {
		mcp_result_problem(turn, reply);
		return;
	}
	if (!mcp_ask_output(&text, op, reply)) {
		mcp_result_broken(turn);
		return;
	}
	json_add_open(&document, NULL, '{');
	json_add_text(&document, "id", turn->question->uri);
	json_add_text(&document, "title",
		title_of(json_parse(arena, text.data, text.size, &fault)));
	json_add_key(&document, "text");
	json_put_string(&document, (const char *)text.data, text.size);
	json_add_text(&document, "url", address_of(turn));
	json_add_open(&document, "metadata", '{');
	json_add_text(&document, "type", op->output->name);
	json_add_close(&document, '}');
	json_add_close(&document, '}');
	mcp_result_object(turn, &document, reply);
}

static bool
refuse(struct mcp_turn *turn, struct fault *faults)
{
	struct message_reply reply = {
		.problem = PROBLEM_VALIDATION_FAILED, .faults = faults};

	mcp_result_problem(turn, &reply);
	return true;
}

bool
mcp_fetch_run(struct mcp_turn *turn, const struct buffer *input)
{
	struct arena *arena = turn->exchange->arena;
	struct input_result result =
		input_decode(arena, op_fetch.input, input->data, input->size);
	struct mcp_question *question = arena_alloc(arena, sizeof(*question));
	const struct fetch_in *in = result.input;
	static struct fault unknown = {
		.pointer = "#/id",
		.code = FAULT_FORMAT,
		.detail = "id must be one that search has given, or the id of an ask, a "
			  "project or an event",
	};

	if (result.faults != NULL)
		return refuse(turn, result.faults);
	if (!mcp_resources_find(arena, &turn->exchange->principal,
		    uri_of(arena, in->id.data), question))
		return refuse(turn, &unknown);
	question->uri = uri_of(arena, in->id.data);
	turn->question = question;
	return mcp_ask(turn, question, read_done);
}
