#include <string.h>

#include "gateway/core/request/cors.h"
#include "gateway/oauth/inside.h"

#define JSON_TYPE "application/json"
#define POLICY \
	"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " \
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

struct draft {
	int status;
	enum problem problem; /* for the log */
	const char *type;     /* of the body; NULL = none */
	const struct buffer *body;
	struct http_headers headers;
};

/* Starts an answer with the headers of all: never cached, and readable by pages where
 * clients connect. */
static struct draft
draft_new(const struct oauth *oauth, int status)
{
	struct draft draft = {.status = status};

	http_headers_add(&draft.headers, "X-Request-Id", oauth->access.request_id.data);
	http_headers_add(&draft.headers, "Cache-Control", "no-store");
	http_headers_add(&draft.headers, "Pragma", "no-cache");
	for (size_t i = 0; i < CORS_HEADERS && !oauth->route->page; i++)
		http_headers_add(
			&draft.headers, cors_headers[i].name, cors_headers[i].value);
	return draft;
}

/* Sends the answer and writes the log line. */
static void
send_draft(struct oauth *oauth, const struct draft *draft)
{
	oauth->access.status = draft->status;
	oauth->access.problem = draft->problem;
	access_log(oauth->request, &oauth->access);
	http_answer(oauth->request,
		&(struct http_answer){
			.status = draft->status,
			.content_type = draft->type,
			.body = draft->body != NULL ? draft->body->data : NULL,
			.size = draft->body != NULL ? draft->body->size : 0,
			.headers = draft->headers.list,
			.header_count = draft->headers.count,
		});
}

void
oauth_answer_json(struct oauth *oauth, int status, const struct buffer *json)
{
	struct draft draft = draft_new(oauth, status);

	draft.type = JSON_TYPE;
	draft.body = json;
	send_draft(oauth, &draft);
}

void
oauth_answer_location(struct oauth *oauth, const char *location)
{
	struct draft draft = draft_new(oauth, 303);

	http_headers_add(&draft.headers, "Location", location);
	send_draft(oauth, &draft);
}

/* The problem in the log line. */
static enum problem
problem_of(enum oauth_error error)
{
	switch (oauth_errors[error].status) {
	case 401:
		return PROBLEM_INVALID_CREDENTIALS;
	case 500:
		return PROBLEM_INTERNAL_ERROR;
	case 503:
		return PROBLEM_SERVICE_UNAVAILABLE;
	default:
		return PROBLEM_MALFORMED_REQUEST;
	}
}

/* Writes the error: a page for a member, a document of OAuth for a client. */
static void
put_error(const struct oauth *oauth, struct draft *draft, enum oauth_error error,
	const char *description)
{
	struct buffer *json = arena_alloc(oauth->arena, sizeof(*json));

	json->arena = oauth->arena;
	draft->body = json;
	if (oauth->route->page) {
		draft->type = "text/html; charset=utf-8";
		http_headers_add(&draft->headers, "Content-Security-Policy", POLICY);
		http_headers_add(
			&draft->headers, "Permissions-Policy", PERMISSIONS_POLICY);
		oauth_write_page(oauth, json, error, description);
		return;
	}
	draft->type = JSON_TYPE;
	json_add_open(json, NULL, '{');
	json_add_text(json, "error", oauth_errors[error].code);
	if (description != NULL)
		json_add_text(json, "error_description", description);
	json_add_close(json, '}');
}

void
oauth_refuse(struct oauth *oauth, enum oauth_error error, const char *description)
{
	/* 401 is for programs; a browser would need a challenge. */
	bool shown = oauth->route->page && error == OAUTH_INVALID_CLIENT;
	struct draft draft = draft_new(oauth, shown ? 400 : oauth_errors[error].status);
	const char *sent = http_header(oauth->request, "Authorization");

	draft.problem = problem_of(error);
	put_error(oauth, &draft, error, description);
	/* RFC 6749, section 5.2. */
	if (draft.status == 401 && sent != NULL)
		http_headers_add(&draft.headers, "WWW-Authenticate",
			"Basic realm=\"kith\", charset=\"UTF-8\"");
	if (error == OAUTH_TEMPORARILY_UNAVAILABLE)
		http_headers_add(&draft.headers, "Retry-After", "1");
	send_draft(oauth, &draft);
}

/* A field of an input by its name in OAuth, and the error that a fault of it means. */
static const struct parameter {
	const char *field, *name;
	enum oauth_error error;
} parameters[] = {
	{"clientId", "client_id", OAUTH_INVALID_CLIENT},
	{"clientSecret", "client_secret", OAUTH_INVALID_CLIENT},
	{"url", "client_id", OAUTH_INVALID_CLIENT},
	{"code", "code", OAUTH_INVALID_GRANT},
	{"codeVerifier", "code_verifier", OAUTH_INVALID_REQUEST},
	{"refreshToken", "refresh_token", OAUTH_INVALID_GRANT},
	{"redirectUri", "redirect_uri", OAUTH_INVALID_REQUEST},
	{"resource", "resource", OAUTH_INVALID_TARGET},
	{"scope", "scope", OAUTH_INVALID_SCOPE},
	{"redirectUris", "redirect_uris", OAUTH_INVALID_REDIRECT_URI},
	{"name", "client_name", OAUTH_INVALID_CLIENT_METADATA},
	{"grantTypes", "grant_types", OAUTH_INVALID_CLIENT_METADATA},
	{"responseTypes", "response_types", OAUTH_INVALID_CLIENT_METADATA},
	{"authMethod", "token_endpoint_auth_method", OAUTH_INVALID_CLIENT_METADATA},
	{"authMethods", "token_endpoint_auth_methods_supported",
		OAUTH_INVALID_CLIENT_METADATA},
	{"holdsSecret", "client_secret", OAUTH_INVALID_CLIENT_METADATA},
};

/* The field of a fault; NULL when it is none of these. */
static const struct parameter *
parameter_of(const struct fault *fault)
{
	for (size_t i = 0; i < COUNT_OF(parameters) && fault->pointer != NULL; i++) {
		size_t size = strlen(parameters[i].field);

		if (strncmp(fault->pointer, "#/", 2) == 0 &&
			strncmp(fault->pointer + 2, parameters[i].field, size) == 0 &&
			(fault->pointer[2 + size] == '\0' ||
				fault->pointer[2 + size] == '/'))
			return &parameters[i];
	}
	return NULL;
}

static enum oauth_error
error_of_fault(const struct fault *fault)
{
	const struct parameter *parameter = parameter_of(fault);

	if (parameter == NULL ||
		(fault->code == FAULT_REQUIRED &&
			parameter->error == OAUTH_INVALID_GRANT))
		return OAUTH_INVALID_REQUEST;
	/* Problems of a client's document. Its host may recover; its contents do not
	 * change by themselves. */
	if (fault->code == FAULT_FETCH_FAILED)
		return OAUTH_TEMPORARILY_UNAVAILABLE;
	if (strcmp(parameter->field, "url") == 0 && fault->code == FAULT_TYPE)
		return OAUTH_INVALID_CLIENT_METADATA;
	return parameter->error;
}

/* The fault of the input, in which the client's name replaces the operation's. */
static const char *
sentence_of_fault(struct arena *arena, const struct fault *fault)
{
	const struct parameter *parameter = parameter_of(fault);
	size_t size = parameter != NULL ? strlen(parameter->field) : 0;

	if (size == 0 || strncmp(fault->detail, parameter->field, size) != 0 ||
		fault->detail[size] != ' ')
		return fault->detail;
	return arena_printf(arena, "%s%s", parameter->name, fault->detail + size);
}

/* The problem of a client's document, or of fetching it. */
static const char *
sentence_of_document(
	const struct oauth *oauth, const struct fault *fault, const char *sentence)
{
	const struct parameter *parameter = parameter_of(fault);
	const bool had = parameter == NULL || strcmp(parameter->field, "url") != 0 ||
		fault->code == FAULT_TYPE;

	return arena_printf(oauth->arena,
		had ? "The app's metadata document at %s is not valid: %s"
		    : "The app's metadata document at %s cannot be fetched: %s",
		oauth->document, sentence);
}

/* The problem as a sentence, with the address of a client's document. */
static const char *
sentence_of(const struct oauth *oauth, const struct message_reply *reply)
{
	const char *sentence = problems[reply->problem].title;

	if (reply->faults != NULL && reply->faults->detail != NULL)
		sentence = sentence_of_fault(oauth->arena, reply->faults);
	else if (reply->detail != NULL && reply->problem != PROBLEM_TIMEOUT)
		sentence = reply->detail;
	return oauth->document == NULL || reply->faults == NULL
		? sentence
		: sentence_of_document(oauth, reply->faults, sentence);
}

void
oauth_refuse_reply(struct oauth *oauth, const struct message_reply *reply)
{
	const struct problem_info *info = &problems[reply->problem];
	const char *sentence = sentence_of(oauth, reply);
	enum oauth_error error = OAUTH_INVALID_REQUEST;
	struct draft draft;

	if (reply->faults != NULL) {
		oauth_refuse(oauth, error_of_fault(reply->faults), sentence);
		return;
	}
	if (info->status == 429 || info->status == 503 || info->status == 504)
		error = OAUTH_TEMPORARILY_UNAVAILABLE;
	else if (info->status >= 500)
		error = OAUTH_SERVER_ERROR;
	draft = draft_new(oauth, info->status == 504 ? 503 : info->status);
	draft.problem = reply->problem;
	put_error(oauth, &draft, error, sentence);
	if (error == OAUTH_TEMPORARILY_UNAVAILABLE)
		http_headers_add(&draft.headers, "Retry-After",
			arena_printf(oauth->arena, "%lld",
				(long long)(reply->retry_after_s > 0
						? reply->retry_after_s
						: 1)));
	if (reply->problem == PROBLEM_RATE_LIMITED)
		limit_headers(&draft.headers, oauth->arena, &oauth->limit);
	send_draft(oauth, &draft);
}

void
oauth_challenge(struct oauth *oauth, bool sent_token)
{
	struct draft draft = draft_new(oauth, 401);
	struct buffer json = {.arena = oauth->arena};

	json_put_raw(&json,
		"{\"error\":\"invalid_token\",\"error_description\":\"Send a valid "
		"access token of an app\"}");
	draft.type = JSON_TYPE;
	draft.body = &json;
	draft.problem = sent_token ? PROBLEM_INVALID_TOKEN : PROBLEM_UNAUTHENTICATED;
	http_headers_add(&draft.headers, "WWW-Authenticate",
		sent_token ? "Bearer error=\"invalid_token\", "
			     "error_description=\"The access token is unknown, "
			     "expired or revoked\""
			   : "Bearer");
	send_draft(oauth, &draft);
}

/* The methods of a path, as Allow lists them. */
static const char *
methods_of(const struct oauth_route *route)
{
	if (!route->get)
		return "POST, OPTIONS";
	return route->post ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
}

void
oauth_answer_options(struct oauth *oauth)
{
	struct draft draft = draft_new(oauth, 204);
	struct http_header preflight[CORS_PREFLIGHT_HEADERS];

	http_headers_add(&draft.headers, "Allow", methods_of(oauth->route));
	cors_preflight_client(oauth->request, preflight);
	for (size_t i = 0; i < CORS_PREFLIGHT_HEADERS && !oauth->route->page; i++)
		http_headers_add(&draft.headers, preflight[i].name, preflight[i].value);
	send_draft(oauth, &draft);
}

void
oauth_refuse_method(struct oauth *oauth)
{
	struct draft draft = draft_new(oauth, 405);

	draft.problem = PROBLEM_METHOD_NOT_ALLOWED;
	put_error(oauth, &draft, OAUTH_INVALID_REQUEST,
		"This path does not support the method");
	http_headers_add(&draft.headers, "Allow", methods_of(oauth->route));
	send_draft(oauth, &draft);
}
