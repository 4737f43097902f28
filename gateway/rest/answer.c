#include <string.h>

#include "common/json/json.h"
#include "common/run/run.h"
#include "gateway/admit/limit.h"
#include "gateway/edge/health.h"
#include "gateway/rest/inside.h"
#include "proto/gateway.h"

/* What is left of the caller's limit. */
static void
add_limit(struct http_headers *headers, const struct rest *rest)
{
	struct arena *arena = rest->request->arena;

	if (!rest->limited || rest->limit.limit == 0)
		return;
	http_headers_add(headers, "RateLimit-Policy",
		limit_policy(arena, rest->limit_class, &rest->limit));
	http_headers_add(
		headers, "RateLimit", limit_left(arena, rest->limit_class, &rest->limit));
}

void
rest_finish(struct rest *rest, enum problem problem, int status)
{
	rest->answered = true;
	rest->access.problem = problem;
	rest->access.status = status;
	rest->access.request_id = rest->request_id;
	access_log(rest->request, &rest->access);
}

static void
answer_problem(struct rest *rest, struct message_reply *reply)
{
	struct http_headers headers = {.count = 0};

	add_limit(&headers, rest);
	problem_cure(rest->request->arena, rest->op, false, reply);
	rest_finish(rest, reply->problem, problems[reply->problem].status);
	problem_answer_with(
		rest->request, reply, rest->request_id, headers.list, headers.count);
}

/* The status of a success. */
static int
status_of(const struct rest *rest, const struct message_reply *reply, bool unchanged)
{
	if (unchanged)
		return 304;
	if (rest->op == &op_health_ready &&
		!health_is_ready(reply->output, reply->output_size))
		return 503;
	if (rest->op->accepted)
		return 202;
	return rest->op->shape == SHAPE_NONE ? 204 : 200;
}

/* The headers that an operation's success carries. */
static void
add_success(struct http_headers *headers, const struct rest *rest,
	const struct message_reply *reply)
{
	struct arena *arena = rest->request->arena;

	http_headers_add(headers, "X-Request-Id", rest->request_id.data);
	http_headers_add(headers, "Cache-Control",
		rest->op->tagged ? "private, no-cache" : "no-store");
	add_limit(headers, rest);
	http_headers_add(headers, "Location",
		rest_link_location(arena, rest->op, reply->output, reply->output_size));
	if (rest->op->shape == SHAPE_ARRAY && reply->next_cursor != NULL)
		http_headers_add(headers, "Link",
			rest_link_next(rest->request, reply->next_cursor));
	if (reply->replayed)
		http_headers_add(headers, "Idempotency-Replayed", "true");
	http_headers_add(headers, "Deprecation", rest->op->deprecated);
	http_headers_add(headers, "Sunset", rest->op->sunset);
}

static void
answer_success(struct rest *rest, struct message_reply *reply)
{
	struct http_request *request = rest->request;
	struct http_headers headers = {.count = 0};
	bool unchanged = false;
	bool empty;
	struct http_answer answer;
	struct buffer body;

	add_success(&headers, rest, reply);
	if (rest->op->tagged) {
		char tag[RUN_TAG_SIZE];

		run_tag(reply->output, reply->output_size, tag);
		http_headers_add(
			&headers, "ETag", arena_copy(request->arena, tag, strlen(tag)));
		unchanged = http_headers_match_tag(
			http_header(request, "If-None-Match"), tag);
	}
	http_headers_add(&headers, "Set-Cookie", rest_cookie(rest, reply));

	empty = unchanged || rest->op->shape == SHAPE_NONE;
	answer = (struct http_answer){
		.status = status_of(rest, reply, unchanged),
		.content_type = empty ? NULL : "application/json",
		.headers = headers.list,
		.header_count = headers.count,
	};
	if (rest->op->shape == SHAPE_PARTS) {
		rest_parts_begin(rest, reply, &answer);
		return;
	}
	body = (struct buffer){.arena = request->arena};
	if (!empty && !json_from_wire(&body, reply->output, reply->output_size)) {
		rest_fail(rest, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	answer.body = body.data;
	answer.size = body.size;
	rest_finish(rest, PROBLEM_NONE, answer.status);
	http_answer(request, &answer);
}

void
rest_answer(struct rest *rest, const struct message_reply *reply)
{
	struct message_reply copy = *reply;

	if (reply->problem != PROBLEM_NONE)
		answer_problem(rest, &copy);
	else
		answer_success(rest, &copy);
}
