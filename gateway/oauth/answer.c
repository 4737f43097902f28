#include <string.h>

#include "gateway/edge/cors.h"
#include "gateway/oauth/inside.h"

#define JSON_TYPE "application/json"
#define POLICY \
	"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; " \
	"form-action 'none'; frame-ancestors 'none'"
#define REQUEST_HEADERS "Authorization, Content-Type, Accept, MCP-Protocol-Version"

/* An answer under construction. */
struct draft {
	int status;
	enum problem problem; /* for the log */
	const char *type;     /* of the body; NULL = none */
	const struct buffer *body;
	struct http_headers headers;
};

/* A new one, with the headers of all: nobody keeps it, and pages may read what clients get. */
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

/* Sends it, and writes the request's log line. */
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

/* What the log calls it. */
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

/* Puts what is wrong into an answer: as a page for a member, and in OAuth's words for a client. */
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
		oauth_write_page(json,
			description != NULL ? description : oauth_errors[error].code);
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
	/* 401 is for programs: a browser would want a challenge. */
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

/* What a fault of an operation's input is to OAuth. */
static enum oauth_error
error_of_fault(const struct fault *fault)
{
	static const struct {
		const char *pointer;
		enum oauth_error error;
	} errors[] = {
		{"#/clientId", OAUTH_INVALID_CLIENT},
		{"#/clientSecret", OAUTH_INVALID_CLIENT},
		{"#/code", OAUTH_INVALID_GRANT},
		{"#/refreshToken", OAUTH_INVALID_GRANT},
		{"#/resource", OAUTH_INVALID_TARGET},
		{"#/scope", OAUTH_INVALID_SCOPE},
		{"#/redirectUris", OAUTH_INVALID_REDIRECT_URI},
		{"#/name", OAUTH_INVALID_CLIENT_METADATA},
		{"#/grantTypes", OAUTH_INVALID_CLIENT_METADATA},
		{"#/responseTypes", OAUTH_INVALID_CLIENT_METADATA},
		{"#/authMethod", OAUTH_INVALID_CLIENT_METADATA},
	};
	bool missing = fault->code == FAULT_REQUIRED;

	for (size_t i = 0; i < COUNT_OF(errors) && fault->pointer != NULL; i++) {
		size_t size = strlen(errors[i].pointer);

		if (strncmp(fault->pointer, errors[i].pointer, size) != 0 ||
			(fault->pointer[size] != '\0' && fault->pointer[size] != '/'))
			continue;
		return missing && errors[i].error == OAUTH_INVALID_GRANT
			? OAUTH_INVALID_REQUEST
			: errors[i].error;
	}
	return OAUTH_INVALID_REQUEST;
}

void
oauth_refuse_reply(struct oauth *oauth, const struct message_reply *reply)
{
	const struct problem_info *info = &problems[reply->problem];
	const char *sentence = reply->detail != NULL ? reply->detail : info->title;
	enum oauth_error error = OAUTH_INVALID_REQUEST;
	struct draft draft;

	if (reply->faults != NULL) {
		oauth_refuse(oauth, error_of_fault(reply->faults),
			reply->faults->detail != NULL ? reply->faults->detail : sentence);
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
	send_draft(oauth, &draft);
}

void
oauth_challenge(struct oauth *oauth, bool sent_token)
{
	struct draft draft = draft_new(oauth, 401);
	struct buffer json = {.arena = oauth->arena};

	json_put_raw(&json,
		"{\"error\":\"invalid_token\",\"error_description\":\"Send an access token of an "
		"app that works\"}");
	draft.type = JSON_TYPE;
	draft.body = &json;
	draft.problem = sent_token ? PROBLEM_INVALID_TOKEN : PROBLEM_UNAUTHENTICATED;
	http_headers_add(&draft.headers, "WWW-Authenticate",
		sent_token
			? "Bearer error=\"invalid_token\", error_description=\"The access "
			  "token is unknown, expired or revoked\""
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
	const char *methods = methods_of(oauth->route);
	struct draft draft = draft_new(oauth, 204);

	http_headers_add(&draft.headers, "Allow", methods);
	if (!oauth->route->page) {
		http_headers_add(&draft.headers, "Access-Control-Allow-Methods", methods);
		http_headers_add(
			&draft.headers, "Access-Control-Allow-Headers", REQUEST_HEADERS);
		http_headers_add(&draft.headers, "Access-Control-Max-Age", "7200");
	}
	send_draft(oauth, &draft);
}

void
oauth_refuse_method(struct oauth *oauth)
{
	struct draft draft = draft_new(oauth, 405);

	draft.problem = PROBLEM_METHOD_NOT_ALLOWED;
	put_error(oauth, &draft, OAUTH_INVALID_REQUEST,
		"The path does not have this method");
	http_headers_add(&draft.headers, "Allow", methods_of(oauth->route));
	send_draft(oauth, &draft);
}
