/*
 * client_describe.c - a client's document, as the gateway had it fetched.
 *
 * The address is who the client is. So the document must say the same address of itself: one that
 * is served in another's place would make its client somebody else. And whoever can read it knows
 * all that it says, so that such a client is a public one. Others that have a choice of ways to
 * prove who they are say which one they like best, and all that they can beside it (OpenID Connect
 * Relying Party Metadata Choices).
 */
#include <string.h>

#include "common/reply/reply.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/client.h"
#include "services/identity/oauth/client_new.h"
#include "services/identity/oauth/document.h"

#define SECRET_METHODS "client_secret_"

/* Whether it can do without proving who it is; else it is answered. */
static enum problem
judge_method(struct call *call, const struct client_describe_in *in)
{
	const char *method = in->auth_method.data;

	if (in->holds_secret.value)
		return call_fault(call, "#/holdsSecret", FAULT_NOT_ALLOWED,
			"client_secret must not stand where everybody can read it");
	if (in->auth_method.size == 0 || strcmp(method, "none") == 0)
		return PROBLEM_NONE;
	if (strncmp(method, SECRET_METHODS, strlen(SECRET_METHODS)) == 0)
		return call_fault(call, "#/authMethod", FAULT_NOT_ALLOWED,
			"token_endpoint_auth_method must be none, for no secret can be agreed "
			"upon in a document; an app that has a secret must register instead");
	if (client_new_names(&in->auth_methods, "none"))
		return PROBLEM_NONE;
	return call_fault(call, "#/authMethod", FAULT_NOT_ALLOWED,
		"token_endpoint_auth_method must be none, or "
		"token_endpoint_auth_methods_supported must hold none: this server knows no "
		"other way for an app that is known by its document");
}

static enum problem
judge(struct call *call, const struct client_describe_in *in)
{
	const struct client_new judged = {.redirect_uris = in->redirect_uris};
	enum problem problem;

	if (!document_are_admitted())
		return call_fault(call, "#/url", FAULT_NOT_ALLOWED,
			"this server looks at no documents of apps");
	if (!document_is_address(&in->url) ||
		document_address_fault(in->url.data) != NULL)
		return call_fault(call, "#/url", FAULT_PATTERN,
			"no document may stand at this address");
	if (strcmp(in->url.data, in->client_id.data) != 0)
		return call_fault(call, "#/clientId", FAULT_NOT_ALLOWED,
			"client_id is not the address at which the document stands");
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
		problem = client_new_admit(call);
	if (problem != PROBLEM_NONE)
		return problem;
	rows = document_keep(call, &document);
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.extras = &no_secret, .extra_count = 1});
}
