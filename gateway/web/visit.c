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
#include "gateway/core/request/origin.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/web/inside.h"

/* ---- the form ---- */

/* The session was looked at once more. */
static void
resolved_again(void *data, enum problem problem, const struct principal *principal)
{
	struct visit *visit = data;

	if (problem != PROBLEM_NONE) {
		visit_refuse(visit, &(const struct message_reply){.problem = problem});
		return;
	}
	visit->principal = *principal;
	reads_begin(visit);
}

/* Shows the page again. A session may end while an upload or a fetch takes its time. */
static void
show_again(struct visit *visit)
{
	if (visit->principal.membership == MEMBERSHIP_NONE ||
		auth_is_fresh(visit->resolved_ms))
		reads_begin(visit);
	else
		auth_resolve(visit->gateway, visit->request, SURFACE_PAGE, NULL,
			resolved_again, visit);
}

/* The form's operation has ended. The page shows a refusal, with the typed values. */
static void
have_done(void *data, const struct message_reply *reply)
{
	struct visit *visit = data;
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
		show_again(visit);
		return;
	}
	view->answer = operate_answer(visit, form->op, reply);
	if (form->finish != NULL)
		form->finish(view);
	visit->return_url = return_url_cookie(visit);
	if (form->done != NULL || view->location != NULL)
		visit_go(visit, return_url_next(visit));
	else
		show_again(visit);
}

static void
post(struct visit *visit)
{
	const struct form *form = visit->match.form;
	struct message_reply refusal = {.problem = posted_read(visit)};
	struct pairs pairs;

	/* An upload has passed its guards before its body was read. */
	if (refusal.problem == PROBLEM_NONE && !visit->admitted)
		refusal = operate_guard(visit, form->op);
	visit->view.form = form;
	if (refusal.problem == PROBLEM_RATE_LIMITED) {
		have_done(visit, &refusal);
		return;
	}
	if (refusal.problem != PROBLEM_NONE) {
		visit_refuse(visit, &refusal);
		return;
	}
	if (!posted_is_bound(visit)) {
		have_done(visit,
			&(struct message_reply){.problem = PROBLEM_CROSS_ORIGIN_REFUSED,
				.detail = "the page was out of date; try again"});
		return;
	}
	pairs = form->prepare != NULL ? form->prepare(&visit->view)
				      : typed_values(&visit->view);
	operate(visit,
		&(const struct operate_call){
			.op = form->op,
			.also = form->also,
			.pairs = pairs,
			.if_match = visit->tag,
			.id = &visit->invocation,
			.done = have_done,
			.data = visit,
		});
}

/* ---- a large body, at its headers ---- */

static bool
is_upload(const struct visit *visit)
{
	return visit->match.form->op->image.source == IMAGE_BODY;
}

static void
refuse_for_room(void *data)
{
	visit_refuse(data,
		&(const struct message_reply){.problem = PROBLEM_SERVICE_UNAVAILABLE,
			.detail = UPLOAD_NO_ROOM});
}

/* Reads a long form. Only a member may send more than FORM_BYTES_MAX. The rate limit is
 * checked after the body, so that the page can show the typed values. */
static void
admit_form(struct visit *visit)
{
	const struct op *op = visit->match.form->op;
	const enum problem problem = auth_guard(op, &visit->principal);
	struct message_reply refusal;

	if (problem != PROBLEM_NONE) {
		refusal = auth_refusal(
			visit->request->arena, op, &visit->principal, problem);
		visit_refuse(visit, &refusal);
	} else {
		visit->request->body_bytes_max =
			visit->principal.membership != MEMBERSHIP_NONE
			? MEMBER_FORM_BYTES_MAX
			: FORM_BYTES_MAX;
		http_proceed(visit->request);
	}
}

/* Reads the body of a permitted upload once there is memory for all of it. */
static void
admit_upload(struct visit *visit)
{
	struct message_reply refusal = operate_guard(visit, visit->match.form->op);

	if (refusal.problem != PROBLEM_NONE) {
		visit_refuse(visit, &refusal);
		return;
	}
	visit->admitted = true;
	visit->request->body_bytes_max = (size_t)IMAGE_BYTES_MAX + UPLOAD_FORM_BYTES;
	upload_wait_begin(&visit->wait, visit->request, &visit->principal.member,
		refuse_for_room, visit);
}

static void
admit(struct visit *visit)
{
	visit->at_headers = false;
	if (!origin_is_own(visit->request))
		visit_refuse(visit,
			&(const struct message_reply){
				.problem = PROBLEM_CROSS_ORIGIN_REFUSED});
	else if (is_upload(visit))
		admit_upload(visit);
	else
		admit_form(visit);
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
	visit->resolved_ms = clock_monotonic_ms();
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
	if (visit->at_headers)
		admit(visit);
	else if (visit->request->method == METHOD_POST)
		post(visit);
	else if (!visit->match.shown)
		visit_go_to_page(visit);
	else
		reads_begin(visit);
}

static void
begin(struct http_request *request, const struct page_match *match, int64_t started_us,
	bool at_headers)
{
	struct visit *visit = arena_alloc(request->arena, sizeof(*visit));
	struct view *view = &visit->view;

	request->exchange = visit;
	visit->request = request;
	visit->gateway = GATEWAY_OF(request);
	visit->match = *match;
	visit->at_headers = at_headers;
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
		.unread = -1,
	};
	memcpy(view->captures, match->captures, sizeof(view->captures));
	view->notice = notice_of(view);
	return_url_find(visit);
	auth_resolve(visit->gateway, request, SURFACE_PAGE, NULL, resolved, visit);
}

void
visit_begin_large(
	struct http_request *request, const struct page_match *match, int64_t started_us)
{
	http_wait(request);
	begin(request, match, started_us, true);
}

void
visit_begin(
	struct http_request *request, const struct page_match *match, int64_t started_us)
{
	begin(request, match, started_us, false);
}

void
visit_continue(struct http_request *request)
{
	struct visit *visit = request->exchange;

	if (request->refusal != PROBLEM_NONE)
		visit_refuse(visit,
			&(const struct message_reply){.problem = request->refusal,
				.detail = request->refusal_detail});
	else if (visit->admitted)
		post(visit);
	else /* the session may have ended while the body was arriving */
		auth_resolve(
			visit->gateway, request, SURFACE_PAGE, NULL, resolved, visit);
}

void
visit_gone(struct http_request *request)
{
	struct visit *visit = request->exchange;

	if (visit == NULL)
		return;
	auth_cancel(visit->gateway, visit);
	upload_wait_cancel(&visit->wait);
	reads_cancel(visit);
	invoke_cancel(visit->gateway, visit->invocation);
}
