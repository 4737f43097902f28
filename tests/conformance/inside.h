/*
 * inside.h - the tools, resources and prompts that the conformance suite calls.
 *
 *     extra.c    which turns they take, and their lists
 *     fixed.c    those that always answer the same
 *     rounds.c   those that ask the client for input and are called again (2026-07-28)
 *     stream.c   those that notify or ask on the stream of their answer
 *
 * The suite's descriptions define their answers. Only a test build of the gateway has
 * them.
 */
#ifndef KITH_TEST_CONFORMANCE_INSIDE_H
#define KITH_TEST_CONFORMANCE_INSIDE_H

#include <string.h>

#include "common/json/json.h"
#include "gateway/mcp/extra.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/reply.h"
#include "gateway/mcp/tools.h"
#include "gateway/mcp/turn.h"

/* Answers a turn with the members of a result, as JSON without its braces. */
void extra_answer(struct mcp_turn *turn, const char *members);

/* {"content": [{"type": "text", …}]} */
void extra_answer_text(struct mcp_turn *turn, const char *text);

/* Each returns false for a name that it does not serve. */
bool fixed_run(struct mcp_turn *turn, const char *name);
bool rounds_run(struct mcp_turn *turn, const char *name);
bool stream_run(struct mcp_turn *turn, const char *name);

/* Appends `,"test_…"` entries of tools/list. */
void extra_put_tool(struct buffer *out, const char *name);
void fixed_list(struct buffer *out);
void rounds_list(struct buffer *out);
void stream_list(struct buffer *out);

#endif
