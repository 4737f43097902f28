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

/* The next step of an authorization; what is NULL is absent. */
struct direction {
	struct oauth_refusal refusal;
	const char *location, *document, *back, *back_host;
	bool sign_in;
};

static enum problem
answer(struct call *call, const struct direction *to)
{
	const struct reply_extra fields[] = {
		REPLY_FIELD_STRING("error", oauth_errors[to->refusal.error].code),
		REPLY_FIELD_STRING("errorDescription", to->refusal.description),
		REPLY_FIELD_STRING("location", to->location),
		REPLY_FIELD_STRING("document", to->document),
		REPLY_FIELD_STRING("back", to->back),
		REPLY_FIELD_STRING("backHost", to->back_host),
		REPLY_FIELD_BOOLEAN("signIn", to->sign_in),
	};

	return reply_fields(call, fields, COUNT_OF(fields));
}

enum problem
answer_go(struct call *call, const char *location)
{
	return answer(call, &(struct direction){.location = location});
}

enum problem
answer_stay(struct call *call, enum oauth_error error, const char *description)
{
	return answer(call, &(struct direction){.refusal = {error, description}});
}

/* A private scheme is named and not linked: the link would start a program of the
 * visitor's machine with parameters that a stranger chose. */
enum problem
answer_back(
	struct call *call, const struct oauth_return *to, struct oauth_refusal refusal)
{
	const bool private = redirect_is_private(to->redirect_uri);

	return answer(call,
		&(struct direction){.refusal = refusal,
			.back = private ? NULL : answer_refused(call->arena, to, refusal),
			.back_host = redirect_host(call->arena, to->redirect_uri)});
}

enum problem
answer_sign_in(struct call *call)
{
	return answer(call,
		&(struct direction){
			.refusal = {OAUTH_LOGIN_REQUIRED, "Nobody is signed in"},
			.sign_in = true});
}

enum problem
answer_fetch(struct call *call, const char *document)
{
	return answer(call, &(struct direction){.document = document});
}
