/*
 * authorize.c - the authorization endpoint (RFC 6749, section 3.1), to which a client
 * sends a browser.
 *
 * Identity decides where the browser continues. Parameters that are too long or
 * repeated are reported to the client, provided that the client and its redirect
 * address are certain and the operator has checked the client; otherwise the member sees
 * a page here.
 */
#include <string.h>

#include "common/text/text.h"
#include "common/wire/wire.h"
#include "gateway/auth/auth.h"
#include "gateway/oauth/inside.h"

static const struct oauth_name names[] = {
	{"client_id", "clientId"},
	{"redirect_uri", "redirectUri"},
	{"response_type", "responseType"},
	{"response_mode", "responseMode"},
	{"scope", "scope"},
	{"state", "state"},
	{"resource", "resource"},
	{"code_challenge", "codeChallenge"},
	{"code_challenge_method", "codeChallengeMethod"},
	{"prompt", "prompt"},
	{"nonce", "nonce"},
};

static void ask(struct oauth *oauth);

static void
answered(struct oauth *oauth, const json_t *output)
{
	const char *location = oauth_text(output, "location");
	const char *document = oauth_text(output, "document");

	oauth->back = oauth_text(output, "back");
	oauth->back_host = oauth_text(output, "backHost");
	if (document != NULL)
		oauth_describe_client(oauth, document, ask);
	else if (location != NULL)
		oauth_answer_location(oauth, location);
	else if (json_is_true(json_object_get(output, "signIn")))
		oauth_sign_in(oauth);
	else
		oauth_refused(oauth, output);
}

/* The operation's field for a parameter. */
static const struct field *
field_of(const struct oauth_name *name)
{
	return record_field(
		op_authorization_begin.input, name->field, strlen(name->field));
}

/* Whether a parameter exceeds every bound. */
static bool
is_long(const struct oauth *oauth, const struct oauth_name *name)
{
	struct text value = oauth_parameter(oauth, name->parameter);

	return utf8_length(value.data, value.size) > (size_t)field_of(name)->max;
}

/* The fault in the form of the request. */
static struct oauth_fault
find_fault(const struct oauth *oauth)
{
	struct oauth_fault fault = oauth_repeated(oauth);

	if (fault.error != OAUTH_NONE)
		return fault;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (is_long(oauth, &names[i])) {
			return (struct oauth_fault){OAUTH_INVALID_REQUEST,
				arena_printf(oauth->arena, "%s is too long",
					names[i].parameter)};
		}
	}
	if (oauth_parameter(oauth, "request").presence == GIVEN) {
		return (struct oauth_fault){
			OAUTH_REQUEST_NOT_SUPPORTED, "request is not supported"};
	}
	if (oauth_parameter(oauth, "request_uri").presence == GIVEN) {
		return (struct oauth_fault){
			OAUTH_REQUEST_URI_NOT_SUPPORTED, "request_uri is not supported"};
	}
	return fault;
}

/* Writes the usable parameters; answers their number. */
static size_t
put_request(struct buffer *input, const struct oauth *oauth)
{
	size_t pairs = 0;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (!is_long(oauth, &names[i]) &&
			!oauth_is_repeated(oauth, names[i].parameter))
			pairs += oauth_put(input, oauth, &names[i], 1);
	}
	return pairs;
}

/* Whether the user or another program led the browser here, and no page did. Of our own
 * pages only sign-in does, to a path that it was given. */
static bool
is_unled(const struct http_request *request)
{
	const char *site = http_header(request, "Sec-Fetch-Site");

	return site != NULL && strcmp(site, "none") == 0;
}

/* Whether the redirect address is uncertain. */
static bool
is_lost(const struct oauth *oauth)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		bool leads = strcmp(names[i].parameter, "client_id") == 0 ||
			strcmp(names[i].parameter, "redirect_uri") == 0;

		if (leads &&
			(is_long(oauth, &names[i]) ||
				oauth_is_repeated(oauth, names[i].parameter)))
			return true;
	}
	return false;
}

/* The session is resolved, or there is none. */
static void
ask(struct oauth *oauth)
{
	struct buffer input = {.arena = oauth->arena};
	size_t begin = wire_begin(&input);
	size_t pairs = put_request(&input, oauth);
	struct oauth_fault fault = find_fault(oauth);

	wire_cstring(&input, "unled");
	wire_boolean(&input, is_unled(oauth->request));
	pairs++;
	if (fault.error != OAUTH_NONE) {
		wire_cstring(&input, "fault");
		wire_cstring(&input, oauth_errors[fault.error].code);
		wire_cstring(&input, "faultDescription");
		wire_cstring(&input, fault.description);
		pairs += 2;
	}
	wire_end_map(&input, begin, pairs);
	oauth_call(oauth, &op_authorization_begin, &input, answered);
}

/* Only an active member's session counts. It stores the request or makes a grant, which
 * is a write of the member. Other members see their state on the page of consent. */
static void
resolved(void *data, enum problem problem, const struct principal *principal)
{
	struct oauth *oauth = data;

	oauth->resolving = false;
	if (problem != PROBLEM_NONE && problem != PROBLEM_INVALID_TOKEN) {
		oauth_refuse_reply(oauth, &(struct message_reply){.problem = problem});
		return;
	}
	oauth->waits = problem == PROBLEM_NONE &&
		principal->membership != MEMBERSHIP_ACTIVE &&
		principal->credential_kind == CREDENTIAL_SESSION;
	if (problem == PROBLEM_NONE && principal->membership == MEMBERSHIP_ACTIVE &&
		principal->credential_kind == CREDENTIAL_SESSION) {
		oauth->principal = *principal;
		oauth->principal.via = VIA_PAGE;
		oauth->access.principal = &oauth->principal;
		if (!oauth_within_limit(oauth, LIMIT_WRITE))
			return;
	}
	ask(oauth);
}

void
oauth_authorize(struct oauth *oauth)
{
	struct http_request *request = oauth->request;

	oauth->parameters = request->query;
	oauth->parameter_count = request->query_count;
	if (request->method == METHOD_POST && !oauth_read_body(oauth))
		return;
	if (is_lost(oauth)) {
		oauth_refuse(oauth, OAUTH_INVALID_REQUEST,
			"The app sent an invalid request: client_id or redirect_uri is "
			"repeated or too long");
		return;
	}
	oauth->resolving = true;
	auth_resolve(oauth->gateway, request, SURFACE_PAGE, NULL, resolved, oauth);
}
