/*
 * document.c - pages and documents that describe the instance.
 *
 * They are public and equal for every reader. They need neither a credential nor a
 * service, so they are served while everything else is down.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/run/run.h"
#include "gateway/core/gateway.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/problem/problem.h"
#include "gateway/core/request/condition.h"
#include "gateway/core/request/cors.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/web/document.h"
#include "gateway/web/page_document.h"
#include "gateway/web/page_writers.h"
#include "gateway/web/refusal.h"
#include "gateway/web/well_known.h"

#define METHODS "GET, HEAD, OPTIONS"
#define HTML "text/html; charset=utf-8"
#define TEXT "text/plain; charset=utf-8"
#define POLICY \
	"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; " \
	"img-src 'self' data:; base-uri 'none'; form-action 'self'; " \
	"frame-ancestors 'none'"

/* The answer of a path. */
struct content {
	int status;
	const char *type;
	const struct page_coding *coding;
	bool public;     /* equal for everybody: cacheable for a while */
	bool anywhere;   /* pages of other origins may read it */
	bool coded;      /* the answer depends on Accept-Encoding */
	bool compressed; /* the coding is gzip */
	bool shared;     /* the body belongs to the process, not to the request */
};

/* Whether the path is /<first>/<something>; the something is in segments[depth]. */
static bool
path_below(const struct http_request *request, const char *folder, size_t depth)
{
	size_t size = strlen(folder);

	return !request->trailing_slash && request->segment_count == depth + 1 &&
		strncmp(request->path, folder, size) == 0;
}

/* Writes the log line. */
static void
note(struct http_request *request, int status, enum problem problem, int64_t started_us)
{
	access_log(request,
		&(struct access){
			.surface = "page",
			.request_id = request_id_of(request),
			.problem = problem,
			.status = status,
			.started_us = started_us,
		});
}

/* Whether clients look for metadata at this path. A client in a page must be able to
 * read a 404 there; without CORS it sees a network error. */
static bool
is_probed(const struct http_request *request)
{
	const struct text *segments = request->segments;
	size_t count = request->segment_count;

	if (count > 1 && strcmp(segments[0].data, "mcp") == 0)
		return strcmp(segments[1].data, ".well-known") == 0;
	return count > 0 && strcmp(segments[0].data, ".well-known") == 0;
}

/* Whether pages of other origins may read the answers of the path, refusals included. */
static bool
is_open(const struct http_request *request)
{
	const char *first = request->segment_count > 0 ? request->segments[0].data : "";

	return strcmp(first, "docs") == 0 || strcmp(first, "openapi.json") == 0 ||
		is_probed(request);
}

static void
add_origins(struct http_headers *headers)
{
	for (size_t i = 0; i < CORS_HEADERS; i++)
		http_headers_add(headers, cors_headers[i].name, cors_headers[i].value);
}

static void
add_page_headers(struct http_headers *headers)
{
	http_headers_add(headers, "Cross-Origin-Opener-Policy", "same-origin");
	http_headers_add(headers, "Permissions-Policy", PERMISSIONS_POLICY);
}

/* Answers a browser with a page about a problem. */
static void
answer_page(struct http_request *request, const struct message_reply *reply,
	struct http_headers *headers)
{
	struct buffer out = {.arena = request->arena};

	refusal_page(&out, request, reply);
	http_headers_add(headers, "X-Request-Id", request_id_of(request).data);
	http_headers_add(headers, "Content-Security-Policy", POLICY);
	add_page_headers(headers);
	if (refusal_is_temporary(reply->problem))
		http_headers_add(headers, "Retry-After",
			arena_printf(request->arena, "%lld",
				(long long)(reply->retry_after_s > 0
						? reply->retry_after_s
						: 1)));
	http_answer(request,
		&(struct http_answer){
			.status = problems[reply->problem].status,
			.content_type = HTML,
			.body = out.data,
			.size = out.size,
			.headers = headers->list,
			.header_count = headers->count,
		});
}

/* `limit` may be NULL. */
static void
answer_problem(struct http_request *request, const struct message_reply *reply,
	const struct limit_state *limit)
{
	struct http_headers headers = {.count = 0};

	if (is_open(request))
		add_origins(&headers);
	if (reply->problem == PROBLEM_METHOD_NOT_ALLOWED)
		http_headers_add(&headers, "Allow", METHODS);
	if (limit != NULL)
		limit_headers(&headers, request->arena, limit);
	note(request, problems[reply->problem].status, reply->problem,
		clock_monotonic_us());
	if (refusal_wants_page(request) && !is_probed(request))
		answer_page(request, reply, &headers);
	else
		problem_answer_with(request, reply, request_id_of(request), headers.list,
			headers.count);
}

static void
refuse(struct http_request *request, enum problem problem, const char *detail)
{
	answer_problem(request,
		&(struct message_reply){.problem = problem, .detail = detail}, NULL);
}

/* Whether the path is that of a file that pages load, such as a stylesheet. */
static bool
is_asset(const struct http_request *request)
{
	return strncmp(request->path, "/assets/", strlen("/assets/")) == 0;
}

/* Takes a token from the address's bucket. False, after a 429, when it is empty. */
static bool
within_limit(struct http_request *request)
{
	const struct principal nobody = {.address = request->address};
	struct message_reply reply = {.problem = PROBLEM_RATE_LIMITED};
	const enum limit_class class = is_asset(request) ? LIMIT_ASSET : LIMIT_ANONYMOUS;
	struct limit_state state;

	if (limit_take_for(GATEWAY_OF(request), class, &nobody, &state))
		return true;
	reply.retry_after_s = state.reset_s;
	answer_problem(request, &reply, &state);
	return false;
}

/* Answers 204 to a browser's preflight. */
static void
answer_options(struct http_request *request, int64_t started_us)
{
	struct http_header preflight[CORS_PREFLIGHT_HEADERS];
	struct http_headers headers = {.count = 0};

	http_headers_add(&headers, "Allow", METHODS);
	http_headers_add(&headers, "X-Request-Id", request_id_of(request).data);
	if (is_open(request)) {
		add_origins(&headers);
		if (is_probed(request))
			cors_preflight_client(request, preflight);
		else
			cors_preflight(METHODS, preflight);
		for (size_t i = 0; i < CORS_PREFLIGHT_HEADERS; i++)
			http_headers_add(&headers, preflight[i].name, preflight[i].value);
	}
	note(request, 204, PROBLEM_NONE, started_us);
	http_answer(request,
		&(struct http_answer){
			.status = 204,
			.headers = headers.list,
			.header_count = headers.count,
		});
}

/* Answers with the content, or with 304. */
static void
answer(struct http_request *request, const struct content *content, int64_t started_us)
{
	const struct page_coding *coding = content->coding;
	bool unchanged = content->public && condition_is_known(request, coding->tag);
	struct http_headers headers = {.count = 0};

	http_headers_add(&headers, "X-Request-Id", request_id_of(request).data);
	http_headers_add(&headers, "Cache-Control",
		content->public ? "public, max-age=300" : "no-store");
	http_headers_add(&headers, "Content-Security-Policy", POLICY);
	http_headers_add(&headers, "Referrer-Policy", "no-referrer");
	if (strncmp(content->type, "text/html", 9) == 0)
		add_page_headers(&headers);
	http_headers_add(&headers, "ETag",
		arena_copy(request->arena, coding->tag, strlen(coding->tag)));
	http_headers_add(&headers, "Vary", content->coded ? "Accept-Encoding" : NULL);
	http_headers_add(&headers, "Content-Encoding",
		content->compressed && !unchanged ? "gzip" : NULL);
	if (content->anywhere || is_open(request))
		add_origins(&headers);
	note(request, unchanged ? 304 : content->status, PROBLEM_NONE, started_us);
	http_answer(request,
		&(struct http_answer){
			.status = unchanged ? 304 : content->status,
			.content_type = unchanged ? NULL : content->type,
			.body = unchanged ? NULL : coding->body,
			.size = unchanged ? 0 : coding->size,
			.shared = content->shared,
			.headers = headers.list,
			.header_count = headers.count,
		});
}

/* The problem of a code; PROBLEM_NONE for an unknown one. */
static enum problem
problem_of(const char *code)
{
	for (int i = 1; i < PROBLEM_COUNT; i++)
		if (strcmp(problems[i].code, code) == 0)
			return (enum problem)i;
	return PROBLEM_NONE;
}

/* Pages that are written for each request, because they are too many to store. */
static bool
write_page(struct buffer *out, const struct http_request *request)
{
	enum problem problem;

	if (!path_below(request, "/docs/problems/", 2))
		return false;
	problem = problem_of(request->segments[2].data);
	if (problem == PROBLEM_NONE)
		return false;
	problem_page(out, problem);
	return true;
}

/* Redirects to a path of this instance. */
static void
redirect(struct http_request *request, const char *path, int64_t started_us)
{
	struct http_headers headers = {.count = 0};

	http_headers_add(&headers, "X-Request-Id", request_id_of(request).data);
	http_headers_add(&headers, "Cache-Control", "no-store");
	http_headers_add(&headers, "Location", path);
	note(request, 303, PROBLEM_NONE, started_us);
	http_answer(request,
		&(struct http_answer){
			.status = 303,
			.headers = headers.list,
			.header_count = headers.count,
		});
}

/* Answers with a page written for this request. */
static struct content
written(struct http_request *request, int status, const struct buffer *out, bool public)
{
	struct page_coding *coding = arena_alloc(request->arena, sizeof(*coding));

	coding->body = out->data;
	coding->size = out->size;
	run_tag(out->data, out->size, coding->tag);
	return (struct content){
		.status = status, .type = HTML, .coding = coding, .public = public};
}

/* Finds the content of a path; false when there is none. */
static bool
find(struct http_request *request, struct content *content)
{
	const struct page_document *document =
		request->trailing_slash ? NULL : page_document_find(request);
	struct buffer out = {.arena = request->arena};

	if (document != NULL) {
		bool small = document->gzip.size > 0 &&
			http_headers_take_gzip(http_header(request, "Accept-Encoding"));

		*content = (struct content){
			.status = 200,
			.type = document->type,
			.coding = small ? &document->gzip : &document->plain,
			.public = true,
			.anywhere = document->anywhere,
			.coded = document->gzip.size > 0,
			.compressed = small,
			.shared = true,
		};
		return true;
	}
	if (well_known_security(&out, request)) {
		*content = written(request, 200, &out, request->query_count == 0);
		content->type = TEXT;
		return true;
	}
	if (!write_page(&out, request))
		return false;
	*content = written(request, 200, &out, request->query_count == 0);
	return true;
}

/* Answers 404: with a page for people, and a problem document for programs. */
static void
answer_lost(struct http_request *request, int64_t started_us)
{
	struct buffer out = {.arena = request->arena};
	struct content content;

	if (is_probed(request) || !refusal_wants_page(request)) {
		refuse(request, PROBLEM_ROUTE_NOT_FOUND, NULL);
		return;
	}
	lost_page(&out);
	content = written(request, 404, &out, false);
	answer(request, &content, started_us);
}

void
document_handle(struct http_request *request, bool is_page, enum http_stage stage,
	int64_t started_us)
{
	struct content content;
	const char *location;
	bool reads, found, options;

	if (!within_limit(request))
		return;
	location = well_known_redirect(request);
	options = strcmp(request->verb, "OPTIONS") == 0;
	reads = strcmp(request->verb, "GET") == 0 || strcmp(request->verb, "HEAD") == 0;
	found = !request->path_malformed &&
		(is_page || location != NULL || find(request, &content));
	if (stage == HTTP_REFUSED)
		refuse(request, request->refusal, request->refusal_detail);
	else if (request->path_malformed || request->query_malformed)
		refuse(request, PROBLEM_MALFORMED_REQUEST,
			"the address is not in canonical form");
	else if (!found && (!options || !is_probed(request)))
		answer_lost(request, started_us);
	else if (options)
		answer_options(request, started_us);
	else if (!reads || is_page)
		refuse(request, PROBLEM_METHOD_NOT_ALLOWED, NULL);
	else if (location != NULL)
		redirect(request, location, started_us);
	else
		answer(request, &content, started_us);
}
