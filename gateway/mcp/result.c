/*
 * result.c - the result of tools/call: an object, a problem, or an internal error.
 */
#include "gateway/mcp/result.h"

#include <string.h>

#include "common/text/visible.h"
#include "gateway/core/problem/problem.h"
#include "gateway/mcp/arguments.h"
#include "gateway/mcp/lean.h"
#include "gateway/mcp/notes.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/reply.h"
#include "gateway/mcp/text.h"
#include "gateway/mcp/turn.h"

/* Writes a text item, without invisible characters. */
static void
put_text(struct mcp_turn *turn, const struct buffer *text)
{
	char *clean = arena_alloc(text->arena, text->size + 1);
	size_t size = visible_strip(clean, (const char *)text->data, text->size);

	json_put_raw(&turn->out, "{\"type\":\"text\",\"text\":");
	json_put_string(&turn->out, clean, size);
	json_put_raw(&turn->out, "}");
}

/* Writes a text, and the notes after it, if there are any. */
static void
put_content(struct mcp_turn *turn, const struct buffer *text, const struct buffer *notes)
{
	mcp_reply_member(turn, "content");
	json_put_raw(&turn->out, "[");
	put_text(turn, text);
	if (notes->size > 0) {
		json_put_raw(&turn->out, ",");
		put_text(turn, notes);
	}
	json_put_raw(&turn->out, "]");
}

void
mcp_result_broken(struct mcp_turn *turn)
{
	turn->problem = PROBLEM_INTERNAL_ERROR;
	mcp_reply_error(turn,
		&(struct mcp_error){
			.status = 200,
			.code = MCP_INTERNAL_ERROR,
			.message = problems[PROBLEM_INTERNAL_ERROR].title,
		});
}

void
mcp_result_object(struct mcp_turn *turn, const struct buffer *json,
	const struct message_reply *reply)
{
	struct buffer lean = {.arena = json->arena}, notes = {.arena = json->arena};
	const char *fault = NULL;
	json_t *answer = json_parse(json->arena, json->data, json->size, &fault);

	if (mcp_lean_rows(&lean, turn, answer))
		json = &lean;
	mcp_notes_write(&notes, turn, answer, reply);
	mcp_reply_begin(turn);
	put_content(turn, json, &notes);
	mcp_reply_member(turn, "structuredContent");
	buffer_append(&turn->out, json->data, json->size);
	mcp_reply_end(turn, reply->replayed);
}

/* Whether an argument is unknown. */
static bool
has_unknown(const struct message_reply *reply)
{
	for (const struct fault *at = reply->faults; at != NULL; at = at->next)
		if (at->code == FAULT_UNKNOWN_FIELD)
			return true;
	return false;
}

/* Names the value that identifies no record: "There is no such organization: acme". */
static void
name_missing(struct mcp_turn *turn, struct message_reply *reply)
{
	const json_t *given = json_object_get(turn->message.params, "arguments");
	const struct record *record = turn->op->input;
	struct arena *arena = turn->exchange->arena;

	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const struct field *field = &record->fields[i];
		const char *value =
			json_string_value(json_object_get(given, field->name));

		if (reply->detail == NULL && field->missing == reply->problem &&
			value != NULL)
			reply->detail = arena_printf(arena, "%s: %s",
				problems[reply->problem].title,
				mcp_text_excerpt(arena, value));
	}
}

/* Rewrites a reply in the terms of tools: calls and arguments. */
static void
speak_of_calls(struct mcp_turn *turn, struct message_reply *reply)
{
	const struct hint *own = op_hint(turn->op, reply->problem);

	name_missing(turn, reply);
	if (has_unknown(reply))
		reply->next_step = mcp_arguments_known(turn->exchange->arena, turn->op);
	if (has_unknown(reply) && own != &problem_hints[reply->problem])
		reply->next_step = arena_printf(
			turn->exchange->arena, "%s %s", reply->next_step, own->sentence);
	if (reply->problem == PROBLEM_RATE_LIMITED && reply->retry_after_s > 0)
		reply->next_step = arena_printf(turn->exchange->arena,
			"Wait %s and call again.",
			mcp_text_wait(turn->exchange->arena, reply->retry_after_s));
	if (reply->problem == PROBLEM_IDEMPOTENCY_MISMATCH) {
		reply->detail = "This requestKey was used for another call of this tool";
		reply->next_step = "Use another requestKey; nothing was done.";
	}
	if (reply->problem != PROBLEM_IDEMPOTENCY_IN_PROGRESS)
		return;
	reply->detail = "The same call is still running";
	reply->next_step = "Wait a moment and call again with the same arguments: "
			   "you get its result.";
}

void
mcp_result_problem(struct mcp_turn *turn, const struct message_reply *reply)
{
	struct mcp_exchange *exchange = turn->exchange;
	struct buffer text = {.arena = exchange->arena};
	struct message_reply hinted = *reply;

	turn->problem = reply->problem;
	speak_of_calls(turn, &hinted);
	problem_hint(exchange->arena, turn->op, true, &hinted);
	problem_sentence(&text, &hinted);
	json_put_raw(&text, "\n");
	problem_facts(&text, &hinted, exchange->request_id);
	mcp_reply_begin(turn);
	put_content(turn, &text, &(const struct buffer){.size = 0});
	mcp_reply_member(turn, "isError");
	json_put_raw(&turn->out, "true");
	mcp_reply_end(turn, false);
}
