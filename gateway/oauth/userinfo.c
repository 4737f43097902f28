/*
 * userinfo.c - claims about a token's member (OpenID Connect Core, section 5.3).
 */
#include "common/wire/wire.h"
#include "gateway/auth/auth.h"
#include "gateway/oauth/inside.h"

/* The claims that the scopes allow. */
static void
answered(struct oauth *oauth, const json_t *output)
{
	bool profile = (oauth->principal.scopes & SCOPE_PROFILE) != 0;
	const char *handle = oauth_text(output, "handle");
	const char *image = oauth_text(output, "image");
	struct buffer json = {.arena = oauth->arena};

	json_add_open(&json, NULL, '{');
	json_add_text(&json, "sub", oauth_text(output, "sub"));
	if (profile)
		json_add_text(&json, "name", oauth_text(output, "name"));
	if (profile && handle != NULL)
		json_add_text(&json, "preferred_username", handle);
	if (profile && image != NULL)
		json_add_text(&json, "picture", image);
	json_add_close(&json, '}');
	oauth_answer_json(oauth, 200, &json);
}

static void
resolved(void *data, enum problem problem, const struct principal *principal)
{
	struct oauth *oauth = data;
	struct buffer input = {.arena = oauth->arena};

	oauth->resolving = false;
	oauth->principal = *principal;
	oauth->access.principal = &oauth->principal;
	if (problem == PROBLEM_INVALID_TOKEN ||
		(problem == PROBLEM_NONE && principal->membership == MEMBERSHIP_NONE)) {
		oauth_challenge(oauth, problem == PROBLEM_INVALID_TOKEN);
		return;
	}
	if (problem == PROBLEM_NONE && principal->membership != MEMBERSHIP_ACTIVE)
		problem = principal->membership == MEMBERSHIP_PENDING
			? PROBLEM_MEMBERSHIP_PENDING
			: PROBLEM_MEMBERSHIP_SUSPENDED;
	if (problem != PROBLEM_NONE) {
		oauth_refuse_reply(oauth, &(struct message_reply){.problem = problem});
		return;
	}
	wire_map(&input, 0);
	oauth_call(oauth, &op_userinfo_get, &input, answered);
}

void
oauth_userinfo(struct oauth *oauth)
{
	oauth->resolving = true;
	auth_resolve(
		oauth->gateway, oauth->request, SURFACE_USERINFO, NULL, resolved, oauth);
}
