#include "tests/conformance/inside.h"

/* A state that the client must send back unchanged. */
#define STATE "AAAB-signed"
#define STATE_NEXT "AAAC-signed"

#define ELICIT(key, message, field) \
	"\"" key \
	"\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"" message \
	"\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"" field \
	"\":{\"type\":\"string\"}},\"required\":[\"" field "\"]}}}"
#define SAMPLE(key, text) \
	"\"" key \
	"\":{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{\"role\":" \
	"\"user\",\"content\":{\"type\":\"text\",\"text\":\"" text \
	"\"}}],\"maxTokens\":100}}"
#define ROOTS "\"client_roots\":{\"method\":\"roots/list\",\"params\":{}}"

/* The requested input, its keys, and the state that goes with it. */
struct round {
	const char *name;
	const char *keys[3];
	const char *requests;
	const char *state; /* NULL = none */
};

static const struct round rounds[] = {
	{"test_input_required_result_elicitation", {"user_name"},
		ELICIT("user_name", "What is your name?", "name"), NULL},
	{"test_input_required_result_sampling", {"capital_question"},
		SAMPLE("capital_question", "What is the capital of France?"), NULL},
	{"test_input_required_result_list_roots", {"client_roots"}, ROOTS, NULL},
	{"test_input_required_result_request_state", {"confirm"},
		ELICIT("confirm", "Please confirm", "ok"), STATE},
	{"test_input_required_result_multiple_inputs",
		{"user_name", "greeting", "client_roots"},
		ELICIT("user_name", "What is your name?", "name") "," SAMPLE(
			"greeting", "Generate a greeting") "," ROOTS,
		STATE},
	{"test_input_required_result_tampered_state", {"confirm"},
		ELICIT("confirm", "Please confirm", "ok"), STATE},
	{"test_input_required_result_multi_round", {"step1"},
		ELICIT("step1", "Step 1: What is your name?", "name"), STATE},
	{"test_input_required_result_capabilities", {"capital_question"},
		SAMPLE("capital_question", "What is the capital of France?"), NULL},
	{"test_input_required_result_prompt", {"user_context"},
		ELICIT("user_context", "What context should the prompt use?", "context"),
		NULL},
};

static const struct round second = {"test_input_required_result_multi_round", {"step2"},
	ELICIT("step2", "Step 2: What is your favorite color?", "color"), STATE_NEXT};

/* Whether every requested input has been answered with an object. */
static bool
is_answered(const struct round *round, const json_t *responses)
{
	for (size_t i = 0; i < COUNT_OF(round->keys) && round->keys[i] != NULL; i++)
		if (!json_is_object(json_object_get(responses, round->keys[i])))
			return false;
	return true;
}

static void
ask(struct mcp_turn *turn, const struct round *round)
{
	struct buffer *out = &turn->out;

	mcp_reply_begin_asking(turn);
	json_put_raw(out, ",\"inputRequests\":{");
	json_put_raw(out, round->requests);
	json_put_raw(out, "}");
	if (round->state != NULL) {
		json_put_raw(out, ",\"requestState\":");
		json_put_string(out, round->state, strlen(round->state));
	}
	mcp_reply_end(turn, false);
}

static void
complete(struct mcp_turn *turn)
{
	if (strcmp(turn->message.method, "prompts/get") == 0)
		extra_answer(turn,
			"\"messages\":[{\"role\":\"user\",\"content\":"
			"{\"type\":\"text\",\"text\":\"With your context.\"}}]");
	else
		extra_answer_text(turn, "Hello! state-ok");
}

bool
rounds_run(struct mcp_turn *turn, const char *name)
{
	const json_t *responses = json_object_get(turn->message.params, "inputResponses");
	const char *state = mcp_message_param(&turn->message, "requestState");
	const struct round *round = NULL;

	for (size_t i = 0; i < COUNT_OF(rounds); i++)
		if (strcmp(name, rounds[i].name) == 0)
			round = &rounds[i];
	if (round == NULL)
		return false;
	if (turn->era != MCP_MODERN) {
		extra_answer_text(turn, "Only a modern client can be asked.");
	} else if (round->state != NULL && state != NULL && strcmp(state, STATE) != 0 &&
		strcmp(state, STATE_NEXT) != 0) {
		mcp_reply_invalid(turn, "The state is not the one that was given");
	} else if (strcmp(name, second.name) == 0 && state != NULL &&
		strcmp(state, STATE_NEXT) == 0) {
		if (is_answered(&second, responses))
			complete(turn);
		else
			ask(turn, &second);
	} else if (!is_answered(round, responses) ||
		(round->state != NULL && state == NULL)) {
		ask(turn, round);
	} else if (strcmp(name, second.name) == 0) {
		ask(turn, &second);
	} else {
		complete(turn);
	}
	return true;
}

void
rounds_list(struct buffer *out)
{
	for (size_t i = 0; i < COUNT_OF(rounds); i++)
		if (strstr(rounds[i].name, "prompt") == NULL)
			extra_put_tool(out, rounds[i].name);
}
