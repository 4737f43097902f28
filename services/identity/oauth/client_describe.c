/*
 * client_describe.c - registers a client from its metadata document, which the gateway
 * fetched.
 *
 * The URL of the document is the client's id. The document must therefore contain its own
 * URL as client_id; otherwise a copy at another URL could impersonate the client.
 * Everybody can read the document, so such a client has no secret and is public. A client
 * that supports several authentication methods names its preferred one and lists all of
 * them (OpenID Connect Relying Party Metadata Choices).
 */
#include <string.h>

#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/client.h"
#include "services/identity/oauth/client_new.h"
#include "services/identity/oauth/document.h"

#define SECRET_METHODS "client_secret_"

/* Accepts a client that works without authentication, and reports a fault for others. */
static enum problem
judge_method(struct call *call, const struct client_describe_in *in)
{
	const char *method = in->auth_method.data;

	if (in->holds_secret.value)
		return call_fault(call, "#/holdsSecret", FAULT_NOT_ALLOWED,
			"a public document must not contain client_secret");
	if (in->auth_method.size == 0 || strcmp(method, "none") == 0)
		return PROBLEM_NONE;
	if (strncmp(method, SECRET_METHODS, strlen(SECRET_METHODS)) == 0)
		return call_fault(call, "#/authMethod", FAULT_NOT_ALLOWED,
			"token_endpoint_auth_method must be none, because a public "
			"document cannot hold a secret; an app with a secret must "
			"register instead");
	if (client_new_names(&in->auth_methods, "none"))
		return PROBLEM_NONE;
	return call_fault(call, "#/authMethod", FAULT_NOT_ALLOWED,
		"token_endpoint_auth_method must be none, or "
		"token_endpoint_auth_methods_supported must contain none: this server "
		"supports no other method for an app with a metadata document");
}

static enum problem
judge(struct call *call, const struct client_describe_in *in)
{
	const struct client_new judged = {.redirect_uris = in->redirect_uris};
	enum problem problem;

	if (!document_allowed(&in->url))
		return call_fault(call, "#/url", FAULT_NOT_ALLOWED,
			"this server does not accept metadata documents of apps");
	if (!document_is_address(&in->url) ||
		document_address_fault(in->url.data) != NULL)
		return call_fault(call, "#/url", FAULT_PATTERN,
			"this URL is not allowed for a metadata document");
	if (strcmp(in->url.data, in->client_id.data) != 0)
		return call_fault(call, "#/clientId", FAULT_NOT_ALLOWED,
			"client_id is not the URL of the document");
	problem = client_new_judge(call, &judged);
	if (problem == PROBLEM_NONE)
		problem = client_new_judge_uses(
			call, &in->grant_types, &in->response_types);
	return problem != PROBLEM_NONE ? problem : judge_method(call, in);
}

enum problem
client_describe(struct call *call, const void *input)
{
	const struct client_describe_in *in = input;
	const struct document document = {.url = in->url,
		.name = client_new_name(call, &in->name),
		.redirect_uris = in->redirect_uris,
		.refreshes = client_new_names(&in->grant_types, "refresh_token"),
		.keep_s = in->keep_s.value};
	const struct reply_extra no_secret = REPLY_FIELD_NULL("clientSecret");
	enum problem problem = judge(call, in);
	struct client client;
	struct rows *rows;

	if (problem == PROBLEM_NONE && !client_find(call, &in->url, &client))
		problem = client_new_limit(call);
	if (problem != PROBLEM_NONE)
		return problem;
	rows = document_store(call, &document);
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.extras = &no_secret, .extra_count = 1});
}
