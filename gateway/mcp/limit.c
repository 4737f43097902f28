/*
 * limit.c - rate limits of the tool server.
 *
 * Tool calls and reads of resources have one bucket, other messages a larger one:
 * clients list tools at each start, ping, and notify, and this must not cost them
 * calls. An invalid message counts, because otherwise it would bypass the limit.
 */
#include "gateway/mcp/limit.h"

#include <string.h>

#include "gateway/mcp/answer.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/text.h"
#include "gateway/mcp/turn.h"
#include "gateway/ratelimit/limit.h"

static const char *const sentences[LIMIT_CLASSES] = {
	[LIMIT_ANONYMOUS] = "Too many requests without a valid token",
	[LIMIT_TOOL] = "Too many tool calls",
	[LIMIT_MESSAGE] = "Too many messages",
};

/* Takes `count` tokens; answers 429 and false when there are not enough. */
static bool
take(struct mcp_exchange *exchange, enum limit_class class, size_t count,
	const json_t *id)
{
	for (; count > 0; count--) {
		if (limit_take_for(exchange->gateway, class, &exchange->principal,
			    &exchange->limit))
			continue;
		mcp_answer_refusal(exchange,
			&(struct mcp_refusal){
				.problem = PROBLEM_RATE_LIMITED,
				.id = id,
				.message = arena_printf(exchange->arena,
					"%s. Wait %s and try again.", sentences[class],
					mcp_text_wait(exchange->arena,
						exchange->limit.reset_s)),
				.retry_after_s = exchange->limit.reset_s,
			});
		return false;
	}
	return true;
}

bool
mcp_limit_take(struct mcp_exchange *exchange, enum limit_class class)
{
	return take(exchange, class, 1, NULL);
}

static bool
is_call(const json_t *message)
{
	const char *method = json_string_value(json_object_get(message, "method"));

	return method != NULL &&
		(strcmp(method, "tools/call") == 0 ||
			strcmp(method, "resources/read") == 0);
}

/* An array that is not a batch counts as one message. */
bool
mcp_limit_take_all(struct mcp_exchange *exchange, const json_t *body)
{
	size_t count = json_array_size(body), calls = 0;
	bool batch = count > 0 && count <= MCP_BATCH_MAX;
	const json_t *id;

	for (size_t at = 0; batch && at < count; at++)
		calls += is_call(json_array_get(body, at));
	if (!batch) {
		count = 1;
		calls = is_call(body);
	}
	id = batch ? NULL : mcp_message_read(body).id;
	return (calls == 0 || take(exchange, LIMIT_TOOL, calls, id)) &&
		(count == calls || take(exchange, LIMIT_MESSAGE, count - calls, id));
}
