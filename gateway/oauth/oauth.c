#include "gateway/oauth/oauth.h"

#include <string.h>

#include "common/base/clock.h"
#include "gateway/auth/auth.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/oauth/inside.h"

/* Clients look for metadata at more paths than the standards define. */
static const struct oauth_route routes[] = {
	{"/oauth/authorize", .get = true, .post = true, .page = true,
		.run = oauth_authorize},
	{"/oauth/token", .post = true, .run = oauth_token},
	{"/oauth/register", .post = true, .unlimited = true, .run = oauth_register},
	{"/oauth/revoke", .post = true, .run = oauth_revoke},
	{"/oauth/userinfo", .get = true, .post = true, .run = oauth_userinfo},
	{"/oauth/jwks", .get = true, .run = oauth_keys},
	{RESOURCE_METADATA, .get = true, .run = oauth_tools_metadata},
	{RESOURCE_METADATA AUDIENCE_TOOLS, .get = true, .run = oauth_tools_metadata},
	{"/mcp/.well-known/oauth-protected-resource", .get = true,
		.run = oauth_tools_metadata},
	{RESOURCE_METADATA AUDIENCE_REST, .get = true, .run = oauth_rest_metadata},
	{"/.well-known/oauth-authorization-server", .get = true,
		.run = oauth_server_metadata},
	{"/.well-known/oauth-authorization-server/mcp", .get = true,
		.run = oauth_server_metadata},
	{"/.well-known/oauth-authorization-server/v1", .get = true,
		.run = oauth_server_metadata},
	{"/.well-known/openid-configuration", .get = true, .run = oauth_server_metadata},
	{"/.well-known/openid-configuration/mcp", .get = true,
		.run = oauth_server_metadata},
	{"/mcp/.well-known/openid-configuration", .get = true,
		.run = oauth_server_metadata},
};

static const struct oauth_route *
route_of(const struct http_request *request)
{
	for (size_t i = 0; i < COUNT_OF(routes); i++) {
		if (!request->trailing_slash &&
			strcmp(routes[i].path, request->path) == 0)
			return &routes[i];
	}
	return NULL;
}

bool
oauth_serves(const struct http_request *request)
{
	return route_of(request) != NULL;
}

/* The exchange of a request; the first stage creates it. */
static struct oauth *
exchange_of(struct http_request *request)
{
	struct oauth *oauth;

	if (request->exchange != NULL)
		return request->exchange;
	oauth = arena_alloc(request->arena, sizeof(*oauth));
	oauth->request = request;
	oauth->gateway = GATEWAY_OF(request);
	oauth->arena = request->arena;
	oauth->route = route_of(request);
	oauth->principal = auth_nobody(request, SURFACE_REST);
	oauth->principal.via = VIA_PAGE;
	oauth->access = (struct access){
		.surface = "oauth",
		.route = oauth->route->path,
		.request_id = request_id_of(request),
		.started_us = clock_monotonic_us(),
	};
	request->exchange = oauth;
	return oauth;
}

static void
run(struct oauth *oauth)
{
	const struct http_request *request = oauth->request;
	const struct oauth_route *route = oauth->route;
	bool reads = request->method == METHOD_GET || strcmp(request->verb, "HEAD") == 0;

	if (strcmp(request->verb, "OPTIONS") == 0)
		oauth_answer_options(oauth);
	else if ((!reads || !route->get) &&
		(request->method != METHOD_POST || !route->post))
		oauth_refuse_method(oauth);
	else if (request->query_malformed)
		oauth_refuse(
			oauth, OAUTH_INVALID_REQUEST, "The query is not well-formed");
	else
		route->run(oauth);
}

bool
oauth_handle(struct http_request *request, enum http_stage stage)
{
	struct oauth *oauth = exchange_of(request);
	const struct oauth_route *route = oauth->route;

	if (stage == HTTP_HEADERS) {
		request->body_bytes_max = OAUTH_BODY_BYTES_MAX;
		return true;
	}
	if (!route->unlimited &&
		!oauth_within_limit(oauth, route->page ? LIMIT_ANONYMOUS : LIMIT_CLIENT))
		return false;
	if (stage == HTTP_REFUSED)
		oauth_refuse_reply(oauth,
			&(struct message_reply){.problem = request->refusal,
				.detail = request->refusal_detail});
	else
		run(oauth);
	return false;
}

void
oauth_gone(struct http_request *request)
{
	struct oauth *oauth = request->exchange;

	if (oauth == NULL)
		return;
	if (oauth->resolving)
		auth_cancel(oauth->gateway, oauth);
	invoke_cancel(oauth->gateway, oauth->invocation);
}
