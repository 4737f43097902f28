#include "services/identity/oauth/answer.h"

#include "common/config/config.h"
#include "common/reply/reply.h"
#include "services/identity/oauth/redirect.h"

/* Adds what every answer contains: the state as it was received, and the issuer. */
static const char *
finish(struct buffer *out, const struct oauth_return *to)
{
	redirect_add(out, "state", &to->state);
	redirect_add_string(out, "iss", config()->base_url.data);
	return redirect_end(out);
}

const char *
answer_refused(
	struct arena *arena, const struct oauth_return *to, struct oauth_refusal refusal)
{
	struct buffer out = {.arena = arena};

	redirect_begin(&out, to->redirect_uri);
	redirect_add_string(&out, "error", oauth_errors[refusal.error].code);
	redirect_add_string(&out, "error_description", refusal.description);
	return finish(&out, to);
}

const char *
answer_granted(struct arena *arena, const struct oauth_return *to, const char *code)
{
	struct buffer out = {.arena = arena};

	redirect_begin(&out, to->redirect_uri);
	redirect_add_string(&out, "code", code);
	return finish(&out, to);
}

static enum problem
answer(struct call *call, const char *error, const char *description,
	const char *location, const char *document)
{
	const struct reply_extra fields[] = {
		REPLY_FIELD_STRING("error", error),
		REPLY_FIELD_STRING("errorDescription", description),
		REPLY_FIELD_STRING("location", location),
		REPLY_FIELD_STRING("document", document),
	};

	return reply_fields(call, fields, COUNT_OF(fields));
}

enum problem
answer_go(struct call *call, const char *location)
{
	return answer(call, NULL, NULL, location, NULL);
}

enum problem
answer_stay(struct call *call, enum oauth_error error, const char *description)
{
	return answer(call, oauth_errors[error].code, description, NULL, NULL);
}

enum problem
answer_fetch(struct call *call, const char *document)
{
	return answer(call, NULL, NULL, NULL, document);
}
