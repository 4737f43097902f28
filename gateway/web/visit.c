/*
 * visit.c - one request of a page, from its cookie to its markup.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/secret/secret.h"
#include "gateway/auth/auth.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/problem/problem.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"

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

/* Redirects the browser to a GET (RFC 9110, section 15.4.4). */
static void
go(struct visit *visit, const char *location)
{
	answer(visit, 303, location, 0, PROBLEM_NONE);
}

static bool
wants_page(const struct http_request *request)
{
	const char *accept = http_header(request, "Accept");

	return accept != NULL && strstr(accept, "text/html") != NULL;
}

/* ---- refusals ---- */

/* The path of the page with its query, as a return URL. */
static const char *
own_path(const struct visit *visit)
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

/* Redirects to the sign-in page, which returns here. */
static void
go_and_sign_in(struct visit *visit)
{
	struct buffer location = {.arena = visit->request->arena};

	html_put(&location, SIGN_IN "?next=");
	html_put_query(&location, own_path(visit));
	buffer_append(&location, "", 1);
	go(visit, (const char *)location.data);
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
	if (!wants_page(visit->request)) {
		answer_document(visit, reply);
		return;
	}
	if (reply->problem == PROBLEM_UNAUTHENTICATED ||
		reply->problem == PROBLEM_INVALID_TOKEN) {
		go_and_sign_in(visit);
		return;
	}
	visit->out.size = 0;
	layout_problem(&visit->view, reply);
	answer(visit, status_of(reply->problem), NULL, reply->retry_after_s,
		reply->problem);
}

/* ---- the page ---- */

/* Writes the page after all its reads. */
static void
show(struct visit *visit)
{
	const struct message_reply *refusal = visit->refusal;

	layout_put(&visit->view, visit->match.page->title, visit->match.page->write);
	if (refusal == NULL)
		answer(visit, 200, NULL, 0, PROBLEM_NONE);
	else
		answer(visit, status_of(refusal->problem), NULL, refusal->retry_after_s,
			refusal->problem);
}

static void read_next(struct visit *visit);

/* A read of the page has ended. */
static void
have_read(struct visit *visit, const struct message_reply *reply)
{
	if (reply->problem != PROBLEM_NONE) {
		visit_refuse(visit, reply);
		return;
	}
	visit->view.answers[visit->read] = operate_answer(visit, visit->op, reply);
	visit->read++;
	read_next(visit);
}

/* Whether the page is shown without this read, because the visitor may not call it. */
static bool
left_out(const struct visit *visit, const struct op *op)
{
	return visit->match.page->open &&
		auth_guard(op, &visit->principal) != PROBLEM_NONE;
}

/* Calls the next read of the page, or shows the page after the last. */
static void
read_next(struct visit *visit)
{
	const struct page_read *read = &visit->match.page->reads[visit->read];
	struct message_reply refusal;

	while (visit->read < PAGE_READS_MAX && read->op != NULL &&
		left_out(visit, read->op))
		read = &visit->match.page->reads[++visit->read];
	if (visit->read == PAGE_READS_MAX || read->op == NULL) {
		show(visit);
		return;
	}
	refusal = operate_guard(visit, read->op);
	if (refusal.problem != PROBLEM_NONE) {
		visit_refuse(visit, &refusal);
		return;
	}
	visit->op = read->op;
	operate(visit, read->op, read->also, &visit->view.query, have_read);
}

/* ---- the form ---- */

/* The form's operation has ended. The page shows a refusal, with the typed values. */
static void
have_done(struct visit *visit, const struct message_reply *reply)
{
	struct view *view = &visit->view;
	const struct form *form = visit->match.form;

	if (reply->problem == PROBLEM_UNAUTHENTICATED ||
		reply->problem == PROBLEM_INVALID_TOKEN) {
		visit_refuse(visit, reply);
		return;
	}
	if (reply->problem != PROBLEM_NONE) {
		visit->refusal = arena_alloc(visit->request->arena, sizeof(*reply));
		*visit->refusal = *reply;
		view->refusal = visit->refusal;
		read_next(visit);
		return;
	}
	view->answer = operate_answer(visit, form->op, reply);
	if (form->finish != NULL)
		form->finish(view);
	visit->return_url = return_url_cookie(visit);
	if (form->done != NULL || view->location != NULL)
		go(visit, return_url_next(visit));
	else
		read_next(visit);
}

static void
post(struct visit *visit)
{
	const struct form *form = visit->match.form;
	struct message_reply refusal = {.problem = posted_read(visit)};
	struct pairs pairs;

	if (refusal.problem == PROBLEM_NONE)
		refusal = operate_guard(visit, form->op);
	if (refusal.problem != PROBLEM_NONE) {
		visit_refuse(visit, &refusal);
		return;
	}
	visit->view.form = form;
	if (!posted_is_bound(visit)) {
		have_done(visit,
			&(struct message_reply){.problem = PROBLEM_CROSS_ORIGIN_REFUSED,
				.detail = "the page was out of date; try again"});
		return;
	}
	pairs = form->prepare != NULL ? form->prepare(&visit->view) : visit->view.typed;
	operate(visit, form->op, form->also, &pairs, have_done);
}

/* ---- the beginning ---- */

/* The notice about a form that was sent before. It comes from the table of forms, never
 * from the query, so that a link cannot forge it. */
static const char *
notice_of(const struct view *view)
{
	const struct form *form = page_form_of(view_query(view, "done"));

	return form != NULL ? form->said : NULL;
}

/* The cookie is resolved. An expired session counts as an anonymous visitor. */
static void
resolved(void *data, enum problem problem, const struct principal *principal)
{
	struct visit *visit = data;
	struct view *view = &visit->view;
	struct message_reply refusal = {.problem = problem};
	bool by_cookie;

	visit->expired = problem == PROBLEM_INVALID_TOKEN;
	visit->principal =
		visit->expired ? auth_nobody(visit->request, SURFACE_PAGE) : *principal;
	visit->access.principal = &visit->principal;
	if (visit->expired)
		refusal.problem = PROBLEM_NONE;
	if (refusal.problem == PROBLEM_NONE &&
		visit->principal.membership == MEMBERSHIP_NONE &&
		!limit_take_for(visit->gateway, LIMIT_ANONYMOUS, &visit->principal,
			&visit->limit)) {
		refusal.problem = PROBLEM_RATE_LIMITED;
		refusal.retry_after_s = visit->limit.reset_s;
	}
	if (refusal.problem != PROBLEM_NONE) {
		visit_refuse(visit, &refusal);
		return;
	}
	if (visit->principal.membership != MEMBERSHIP_NONE) {
		http_hold_for(visit->request, visit->principal.member.bytes);
		view->csrf = posted_token(view->arena,
			auth_credential(visit->request, SURFACE_PAGE, &by_cookie));
	}
	if (visit->request->method == METHOD_POST)
		post(visit);
	else if (!visit->match.shown)
		go(visit, own_path(visit));
	else
		read_next(visit);
}

void
visit_begin(
	struct http_request *request, const struct page_match *match, int64_t started_us)
{
	struct visit *visit = arena_alloc(request->arena, sizeof(*visit));
	struct view *view = &visit->view;

	request->exchange = visit;
	visit->request = request;
	visit->gateway = GATEWAY_OF(request);
	visit->match = *match;
	visit->out.arena = request->arena;
	visit->access = (struct access){
		.surface = "page",
		.route = match->form != NULL && request->method == METHOD_POST
			? match->form->path
			: match->page->path,
		.op = match->form != NULL && request->method == METHOD_POST
			? match->form->op
			: NULL,
		.request_id = request_id_of(request),
		.started_us = started_us,
	};
	*view = (struct view){
		.arena = request->arena,
		.out = &visit->out,
		.page = match->page,
		.principal = &visit->principal,
		.capture_count = match->capture_count,
		.query = {request->query, request->query_count},
	};
	memcpy(view->captures, match->captures, sizeof(view->captures));
	view->notice = notice_of(view);
	return_url_find(visit);
	auth_resolve(visit->gateway, request, SURFACE_PAGE, NULL, resolved, visit);
}

void
visit_gone(struct http_request *request)
{
	struct visit *visit = request->exchange;

	if (visit == NULL)
		return;
	auth_cancel(visit->gateway, visit);
	invoke_cancel(visit->gateway, visit->invocation);
}
