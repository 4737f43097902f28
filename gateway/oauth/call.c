#include <string.h>

#include "common/base/id.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/core/invoke/revocations.h"
#include "gateway/oauth/inside.h"

static void
invoked(void *data, const struct message_reply *reply)
{
	struct oauth *oauth = data;
	struct buffer text = {.arena = oauth->arena};
	const json_t *output = NULL;
	const char *fault;

	oauth->invocation = 0;
	if (reply->problem != PROBLEM_NONE) {
		oauth_refuse_reply(oauth, reply);
		return;
	}
	if (json_from_wire(&text, reply->output, reply->output_size))
		output = json_parse(oauth->arena, text.data, text.size, &fault);
	if (output != NULL)
		oauth->answered(oauth, output);
	else
		oauth_refuse_reply(oauth,
			&(struct message_reply){.problem = PROBLEM_INTERNAL_ERROR});
}

void
oauth_call(struct oauth *oauth, const struct op *op, const struct buffer *input,
	void (*answered)(struct oauth *oauth, const json_t *output))
{
	const struct invocation invocation = {
		.arena = oauth->arena,
		.op = op,
		.principal = oauth->principal,
		.request_id = oauth->access.request_id,
		.idempotency_key = {.data = ""},
		.if_match = {.data = ""},
		.input = input->data,
		.input_size = input->size,
	};
	uint64_t id;

	oauth->access.op = op;
	oauth->answered = answered;
	/* When invoke() answers 0, the callback has run and the request may be gone. */
	id = invoke(oauth->gateway, &invocation, invoked, oauth);
	if (id != 0)
		oauth->invocation = id;
}

const char *
oauth_text(const json_t *output, const char *name)
{
	return json_string_value(json_object_get(output, name));
}

bool
oauth_refused(struct oauth *oauth, const json_t *output)
{
	const char *code = oauth_text(output, "error");

	if (code == NULL)
		return false;
	oauth_refuse(oauth, oauth_error_named(code, strlen(code)),
		oauth_text(output, "errorDescription"));
	return true;
}

void
oauth_note_ended(struct oauth *oauth, const json_t *output)
{
	const char *ended = oauth_text(output, "ended");
	struct uuid member;

	if (ended != NULL && id_parse(ended, strlen(ended), "usr", &member))
		revocations_note(oauth->gateway->revocations, &member);
}
