/*
 * respond.c - the answers of a visit: a page, a redirect, or a page about a problem.
 */
#include <string.h>

#include "gateway/auth/auth.h"
#include "gateway/auth/cookie.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"
#include "gateway/web/refusal.h"

#define HTML "text/html; charset=utf-8"
#define SIGN_IN "/sign-in"
#define POLICY \
	"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " \
	"base-uri 'none'; frame-ancestors 'none'"

/* ---- answering ---- */

/* The status of a page about a problem. A page must not answer 401, which requires a
 * challenge. */
static int
status_of(enum problem problem)
{
	return problems[problem].status == 401 ? 422 : problems[problem].status;
}

/* Adds the headers of every page. It may load only files of its own origin, and no other
 * page may embed it. */
static void
add_headers(struct visit *visit, struct http_headers *headers)
{
	const char *policy =
		visit->view.page->leads_away ? POLICY : POLICY "; form-action 'self'";

	http_headers_add(headers, "X-Request-Id", visit->access.request_id.data);
	http_headers_add(headers, "Cache-Control", "no-store");
	http_headers_add(headers, "Content-Security-Policy", policy);
	/* With no-referrer, browsers would send `Origin: null` with our own forms. */
	http_headers_add(headers, "Referrer-Policy", "same-origin");
	http_headers_add(headers, "Permissions-Policy", PERMISSIONS_POLICY);
	/* An app may open the consent page in a window and wait for that window to come
	 * back to it. The policy would cut it off from the app, on the pages before
	 * consent, too: strangers sign in or sign up there. */
	if (visit->principal.membership != MEMBERSHIP_NONE &&
		!visit->view.page->leads_away)
		http_headers_add(headers, "Cross-Origin-Opener-Policy", "same-origin");
	if (visit->view.cookie != NULL)
		http_headers_add(headers, "Set-Cookie", visit->view.cookie);
	else if (visit->expired)
		http_headers_add(
			headers, "Set-Cookie", auth_cookie(visit->request->arena, NULL));
	http_headers_add(headers, "Set-Cookie", visit->return_url);
}

/* Sends the page, or a redirect. */
static void
answer(struct visit *visit, int status, const char *location, int64_t retry_after_s,
	enum problem problem)
{
	struct http_headers headers = {.count = 0};

	add_headers(visit, &headers);
	http_headers_add(&headers, "Location", location);
	if (retry_after_s > 0)
		http_headers_add(&headers, "Retry-After",
			arena_printf(
				visit->request->arena, "%lld", (long long)retry_after_s));
	if (problem == PROBLEM_RATE_LIMITED)
		limit_headers(&headers, visit->request->arena, &visit->limit);
	visit->access.problem = problem;
	visit->access.status = status;
	access_log(visit->request, &visit->access);
	http_answer(visit->request,
		&(struct http_answer){
			.status = status,
			.content_type = visit->out.size > 0 ? HTML : NULL,
			.body = visit->out.data,
			.size = visit->out.size,
			.headers = headers.list,
			.header_count = headers.count,
		});
}

/* Status 303 (RFC 9110, section 15.4.4). */
void
visit_go(struct visit *visit, const char *location)
{
	answer(visit, 303, location, 0, PROBLEM_NONE);
}

/* ---- refusals ---- */

/* The path of the page, with the query of a GET. */
static const char *
path_of(const struct visit *visit)
{
	struct arena *arena = visit->request->arena;
	struct buffer path = {.arena = arena};

	if (!visit->match.shown || visit->request->method == METHOD_POST)
		return page_path(arena, visit->match.page->path, visit->match.captures,
			visit->match.capture_count);
	html_put(&path, visit->request->path);
	for (size_t i = 0; i < visit->request->query_count; i++) {
		html_put(&path, i == 0 ? "?" : "&");
		html_put_query(&path, visit->request->query[i].name.data);
		html_put(&path, "=");
		html_put_query(&path, visit->request->query[i].value.data);
	}
	buffer_append(&path, "", 1);
	return (const char *)path.data;
}

/* Redirects to the sign-in page, which returns here. After a form it says that nothing
 * was saved. */
static void
go_and_sign_in(struct visit *visit)
{
	struct buffer location = {.arena = visit->request->arena};

	html_put(&location, SIGN_IN "?next=");
	html_put_query(&location, path_of(visit));
	if (visit->request->method == METHOD_POST)
		html_put(&location, "&unsent=1");
	buffer_append(&location, "", 1);
	visit_go(visit, (const char *)location.data);
}

void
visit_go_to_page(struct visit *visit)
{
	visit_go(visit, path_of(visit));
}

/* Answers a program with a problem document. */
static void
answer_document(struct visit *visit, const struct message_reply *reply)
{
	struct http_headers headers = {.count = 0};

	if (reply->problem == PROBLEM_RATE_LIMITED)
		limit_headers(&headers, visit->request->arena, &visit->limit);
	visit->access.problem = reply->problem;
	visit->access.status = problems[reply->problem].status;
	access_log(visit->request, &visit->access);
	problem_answer_with(visit->request, reply, visit->access.request_id, headers.list,
		headers.count);
}

void
visit_refuse(struct visit *visit, const struct message_reply *reply)
{
	if (!refusal_wants_page(visit->request)) {
		answer_document(visit, reply);
		return;
	}
	if (reply->problem == PROBLEM_UNAUTHENTICATED ||
		reply->problem == PROBLEM_INVALID_TOKEN) {
		go_and_sign_in(visit);
		return;
	}
	visit->out.size = 0;
	if (problems[reply->problem].status == 404 && visit->match.page->lost != NULL)
		layout_put(
			&visit->view, visit->match.page->title, visit->match.page->lost);
	else
		layout_problem(visit, reply, path_of(visit));
	answer(visit, status_of(reply->problem), NULL, reply->retry_after_s,
		reply->problem);
}

/* ---- the page ---- */

void
visit_show(struct visit *visit)
{
	const struct message_reply *refusal = visit->refusal;

	layout_put(&visit->view, visit->match.page->title, visit->match.page->write);
	if (refusal == NULL)
		answer(visit, 200, NULL, 0, PROBLEM_NONE);
	else
		answer(visit, status_of(refusal->problem), NULL, refusal->retry_after_s,
			refusal->problem);
}
