#include <string.h>

#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/refresh.h"
#include "services/identity/oauth/scope.h"

STATEMENT(QUEUE,
	QUEUE_SHARED("g.member_id", "oauth_refresh_tokens t JOIN oauth_grants g"
		" ON g.id = t.grant_id WHERE t.hash = $1"));

STATEMENT(FIND,
	"SELECT " GRANT_COLUMNS
	" FROM oauth_refresh_tokens t JOIN oauth_grants g"
	" ON g.id = t.grant_id" GRANT_TABLES
	" WHERE t.hash = $1 AND c.id = $2 AND t.expires_at > now() FOR SHARE OF m");

#define NO_TOKEN "The refresh token is unknown, expired or revoked"

/* Checks the request against the grant, and sets *scopes. A request may narrow the scopes
 * but not widen them. */
static struct oauth_refusal
judge(struct call *call, const struct refresh_rotate_in *in, const struct grant *grant,
	unsigned *scopes)
{
	const char *audience = scope_audience(call->arena, &in->resource);
	bool says = in->resource.presence == GIVEN && in->resource.size > 0;

	*scopes = grant->scopes;
	if (says && (audience == NULL || strcmp(audience, grant->audience.data) != 0)) {
		return (struct oauth_refusal){OAUTH_INVALID_TARGET,
			"resource is not the one of the authorization request"};
	}
	if (in->scope.presence != GIVEN || in->scope.size == 0)
		return (struct oauth_refusal){.error = OAUTH_NONE};
	*scopes = scope_read(&in->scope) | SCOPE_OPENID;
	if ((*scopes & ~grant->scopes) != 0) {
		return (struct oauth_refusal){OAUTH_INVALID_SCOPE,
			"scope contains more than the member allowed"};
	}
	return (struct oauth_refusal){.error = OAUTH_NONE};
}

static enum problem
disconnect(struct call *call, const struct grant *grant, const char *description)
{
	grant_end_replayed(call, grant);
	return grant_refuse(call, OAUTH_INVALID_GRANT, description, &grant->member);
}

/* The failure undoes the use of the token. */
static enum problem
refuse_for_now(struct call *call)
{
	call->outcome.retry_after_s = 60;
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"the app renews its access too often; try again in a minute");
}

/* Uses the token. A use after the overlap indicates theft and revokes the grant, and so
 * does a token that is used all the time. */
static enum problem
use(struct call *call, const struct refresh_rotate_in *in, const struct grant *grant,
	unsigned scopes)
{
	const enum refresh_limit limit = refresh_limit(call, grant);
	struct issued issued = {0};

	if (limit == REFRESH_EXHAUSTED)
		return disconnect(call, grant,
			"The app renewed its access too often, so it was disconnected");
	if (!refresh_spend(call, grant, &in->refresh_token, &issued.refresh_token))
		issued.refresh_token = refresh_again(call, &in->refresh_token);
	if (issued.refresh_token == NULL)
		return disconnect(call, grant,
			"The refresh token was used before, so the app was disconnected");
	if (limit == REFRESH_TOO_FAST)
		return refuse_for_now(call);
	grant_issue_access(call, grant, scopes, &issued);
	return grant_answer(call, &issued);
}

enum problem
refresh_rotate(struct call *call, const void *input)
{
	const struct refresh_rotate_in *in = input;
	const struct grant_claim claim = {.client_id = &in->client_id,
		.client_secret = &in->client_secret,
		.token = &in->refresh_token,
		.queue = QUEUE,
		.find = FIND,
		.unknown = NO_TOKEN};
	struct grant_claimed claimed;
	struct grant *grant = &claimed.grant;
	struct oauth_refusal refusal;
	enum problem problem;
	unsigned scopes;

	if (!grant_claim(call, &claim, &claimed, &problem))
		return problem;
	if (!grant_lock(call, grant) || !grant->active ||
		(grant->scopes & SCOPE_OFFLINE_ACCESS) == 0)
		return grant_refuse(call, OAUTH_INVALID_GRANT, NO_TOKEN, NULL);
	refusal = judge(call, in, grant, &scopes);
	if (refusal.error != OAUTH_NONE)
		return grant_refuse(call, refusal.error, refusal.description, NULL);
	return use(call, in, grant, scopes);
}
