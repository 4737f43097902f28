/*
 * stream.c - tools that notify the client on the stream of their answer, or ask it there
 * and wait.
 *
 * One event loop serves all connections, so a question and its answer meet in this file.
 */
#include <stdio.h>

#include "tests/conformance/inside.h"

#define QUESTIONS_MAX 16

/* A question that waits for its answer, with an open stream. */
struct question {
	struct mcp_turn *turn; /* NULL = free */
	char id[32];
	bool taken; /* the client has read the question */
	bool answered;
	const char *response; /* as JSON */
};

static struct question questions[QUESTIONS_MAX];

static const char *const asking[][2] = {
	{"test_sampling",
		"\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{"
		"\"role\":\"user\",\"content\":{\"type\":\"text\","
		"\"text\":\"A question\"}}],\"maxTokens\":100}"},
	{"test_elicitation",
		"\"method\":\"elicitation/create\",\"params\":{"
		"\"message\":\"Who are you?\",\"requestedSchema\":{\"type\":\"object\","
		"\"properties\":{\"username\":{\"type\":\"string\"},\"email\":{"
		"\"type\":\"string\"}},\"required\":[\"username\",\"email\"]}}"},
	{"test_elicitation_sep1034_defaults",
		"\"method\":\"elicitation/create\",\"params\":{\"message\":\"Defaults\","
		"\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{"
		"\"type\":\"string\",\"default\":\"John Doe\"},\"age\":{"
		"\"type\":\"integer\",\"default\":30},\"score\":{\"type\":\"number\","
		"\"default\":95.5},\"status\":{\"type\":\"string\",\"enum\":[\"active\","
		"\"inactive\",\"pending\"],\"default\":\"active\"},\"verified\":{"
		"\"type\":\"boolean\",\"default\":true}}}}"},
	{"test_elicitation_sep1330_enums",
		"\"method\":\"elicitation/create\",\"params\":{\"message\":\"Choices\","
		"\"requestedSchema\":{\"type\":\"object\",\"properties\":{"
		"\"untitledSingle\":{\"type\":\"string\",\"enum\":[\"option1\","
		"\"option2\",\"option3\"]},\"titledSingle\":{\"type\":\"string\","
		"\"oneOf\":[{\"const\":\"value1\",\"title\":\"First Option\"},{"
		"\"const\":\"value2\",\"title\":\"Second Option\"}]},\"legacyEnum\":{"
		"\"type\":\"string\",\"enum\":[\"opt1\",\"opt2\",\"opt3\"],"
		"\"enumNames\":[\"Option One\",\"Option Two\",\"Option Three\"]},"
		"\"untitledMulti\":{\"type\":\"array\",\"items\":{\"type\":\"string\","
		"\"enum\":[\"option1\",\"option2\",\"option3\"]}},\"titledMulti\":{"
		"\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"value1\","
		"\"title\":\"First Choice\"},{\"const\":\"value2\","
		"\"title\":\"Second Choice\"}]}}}}}"},
};

static void
put_event(struct buffer *out, const char *json)
{
	json_put_raw(out, "event: message\ndata: ");
	json_put_raw(out, json);
	json_put_raw(out, "\n\n");
}

/* Sends the answer as an event stream: all of it, or its first piece. */
static void
send_stream(struct mcp_turn *turn, const struct buffer *events, http_more *more)
{
	static const struct http_header headers[] = {
		{"Cache-Control", "no-cache, no-transform"},
		{"Access-Control-Allow-Origin", "*"}};

	http_answer(turn->exchange->request,
		&(struct http_answer){
			.status = 200,
			.content_type = "text/event-stream",
			.body = events->data,
			.size = events->size,
			.headers = headers,
			.header_count = COUNT_OF(headers),
			.more = more,
		});
}

static void
put_result(struct mcp_turn *turn, struct buffer *events, const char *text)
{
	extra_answer_text(turn, text);
	put_event(events, arena_copy(events->arena, turn->out.data, turn->out.size));
}

/* ---- notifications ----------------------------------------------------------------- */

static void
notify(struct mcp_turn *turn, bool progress)
{
	static const char *const said[] = {"Tool execution started",
		"Tool processing data", "Tool execution completed"};
	struct arena *arena = turn->exchange->arena;
	struct buffer events = {.arena = arena};
	const json_t *given = mcp_message_meta(&turn->message, "progressToken");
	const char *token = json_is_string(given)
		? arena_printf(arena, "\"%s\"", json_string_value(given))
		: arena_printf(arena, "%lld", (long long)json_integer_value(given));

	for (int i = 0; i < 3 && (given != NULL || !progress); i++)
		put_event(&events,
			progress ? arena_printf(arena,
					   "{\"jsonrpc\":\"2.0\","
					   "\"method\":\"notifications/progress\","
					   "\"params\":{\"progressToken\":%s,"
					   "\"progress\":%d,\"total\":100}}",
					   token, 50 * i)
				 : arena_printf(arena,
					   "{\"jsonrpc\":\"2.0\","
					   "\"method\":\"notifications/message\","
					   "\"params\":{\"level\":\"info\","
					   "\"data\":\"%s\"}}",
					   said[i]));
	put_result(turn, &events, "Done");
	send_stream(turn, &events, NULL);
}

/* ---- questions --------------------------------------------------------------------- */

/* Sends the next piece of a question's stream, once the client has read the question and
 * answered it. */
static void
go_on(struct question *question)
{
	struct buffer *events;
	struct mcp_turn *turn = question->turn;

	if (!question->taken || question->response == NULL)
		return;
	if (question->answered) {
		question->turn = NULL;
		http_answer_end(turn->exchange->request, true);
		return;
	}
	question->answered = true;
	question->taken = false;
	events = arena_alloc(turn->exchange->arena, sizeof(*events));
	events->arena = turn->exchange->arena;
	put_result(turn, events, question->response);
	http_answer_piece(turn->exchange->request, events->data, events->size);
}

static void
taken(struct http_request *request)
{
	for (size_t i = 0; i < QUESTIONS_MAX; i++) {
		struct question *question = &questions[i];

		if (question->turn == NULL ||
			question->turn->exchange->request != request)
			continue;
		question->taken = true;
		go_on(question);
		return;
	}
}

static void
ask(struct mcp_turn *turn, const char *request)
{
	static unsigned number;
	struct question *question = &questions[number % QUESTIONS_MAX];
	struct buffer events = {.arena = turn->exchange->arena};

	*question = (struct question){.turn = turn};
	snprintf(question->id, sizeof(question->id), "question-%u", number++);
	put_event(&events,
		arena_printf(events.arena, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",%s}",
			question->id, request));
	send_stream(turn, &events, taken);
}

void
mcp_extra_response(const struct mcp_exchange *exchange, const json_t *response)
{
	const char *id = json_string_value(json_object_get(response, "id"));

	(void)exchange;
	for (size_t i = 0; id != NULL && i < QUESTIONS_MAX; i++) {
		struct question *question = &questions[i];

		if (question->turn == NULL || strcmp(question->id, id) != 0)
			continue;
		question->response = "The client has answered";
		go_on(question);
	}
}

/* ---- both -------------------------------------------------------------------------- */

bool
stream_run(struct mcp_turn *turn, const char *name)
{
	if (strcmp(name, "test_tool_with_progress") == 0 ||
		strcmp(name, "test_tool_with_logging") == 0) {
		notify(turn, strcmp(name, "test_tool_with_progress") == 0);
		return true;
	}
	for (size_t i = 0; turn->era == MCP_LEGACY && i < COUNT_OF(asking); i++) {
		if (strcmp(name, asking[i][0]) != 0)
			continue;
		ask(turn, asking[i][1]);
		return true;
	}
	return false;
}

void
stream_list(struct buffer *out)
{
	extra_put_tool(out, "test_tool_with_progress");
	extra_put_tool(out, "test_tool_with_logging");
	for (size_t i = 0; i < COUNT_OF(asking); i++)
		extra_put_tool(out, asking[i][0]);
}
