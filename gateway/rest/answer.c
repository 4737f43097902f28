#include "gateway/rest/answer.h"

#include <string.h>

#include "common/json/json.h"
#include "common/run/run.h"
#include "common/wire/wire.h"
#include "gateway/core/observe/health.h"
#include "gateway/core/problem/problem.h"
#include "gateway/core/request/condition.h"
#include "gateway/core/request/cors.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/rest/cookie.h"
#include "gateway/rest/exchange.h"
#include "gateway/rest/link.h"
#include "gateway/rest/router.h"
#include "proto/gateway.h"

/* Answers from this size on count against the memory for slow readers. */
#define LARGE_BYTES ((size_t)16 * 1024)

/* Every page may read every answer. */
static void
add_origins(struct http_headers *headers)
{
	for (size_t i = 0; i < CORS_HEADERS; i++)
		http_headers_add(headers, cors_headers[i].name, cors_headers[i].value);
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

	add_origins(&headers);
	limit_headers(&headers, rest->request->arena, &rest->limit);
	if (reply->problem == PROBLEM_METHOD_NOT_ALLOWED) {
		http_headers_add(&headers, "Allow",
			router_allow(rest->request->arena, rest->route.allowed));
	}
	problem_hint(rest->request->arena, rest->op, false, reply);
	rest_finish(rest, reply->problem, problems[reply->problem].status);
	problem_answer_with(
		rest->request, reply, rest->request_id, headers.list, headers.count);
}

void
rest_fail(struct rest *rest, enum problem problem, const char *detail)
{
	struct message_reply reply = {.problem = problem, .detail = detail};

	answer_problem(rest, &reply);
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
	if (rest->op->answer.accepted)
		return 202;
	return rest->op->shape == SHAPE_NONE ? 204 : 200;
}

/* The headers of a success. */
static void
add_success(struct http_headers *headers, const struct rest *rest,
	const struct message_reply *reply)
{
	struct arena *arena = rest->request->arena;

	add_origins(headers);
	http_headers_add(headers, "X-Request-Id", rest->request_id.data);
	limit_headers(headers, arena, &rest->limit);
	http_headers_add(headers, "Location",
		rest_link_location(arena, rest->op, reply->output, reply->output_size));
	if (rest->op->shape == SHAPE_ARRAY && reply->next_cursor != NULL)
		http_headers_add(headers, "Link",
			rest_link_next(rest->request, reply->next_cursor));
	if (reply->replayed)
		http_headers_add(headers, "Idempotency-Replayed", "true");
	http_headers_add(headers, "Deprecation", rest->op->retired.deprecated);
	http_headers_add(headers, "Sunset", rest->op->retired.sunset);
}

/*
 * Writes the output as JSON. A large body is built in temporary memory and copied to
 * its exact size, which is held until the client has read it.
 */
static bool
write_body(struct buffer *body, const struct message_reply *reply)
{
	const size_t size = reply->output_size;
	struct buffer scratch;
	bool whole;

	if (size < LARGE_BYTES)
		return json_from_wire(body, reply->output, size);
	scratch = (struct buffer){.arena = arena_new(size + size / 4)};
	buffer_reserve(&scratch, size + size / 4);
	whole = json_from_wire(&scratch, reply->output, size);
	if (whole) {
		body->data =
			(uint8_t *)arena_copy(body->arena, scratch.data, scratch.size);
		body->size = body->capacity = scratch.size;
	}
	arena_free(scratch.arena);
	return whole;
}

/* Writes the text of a file. */
static bool
write_file(struct buffer *body, const struct message_reply *reply)
{
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	const struct wire_value text = wire_next(&reader);

	if (text.type != WIRE_STRING)
		return false;
	buffer_append(body, text.data, text.size);
	return true;
}

/* Writes the body of a success. */
static bool
write_answer(struct buffer *body, const struct op *op, const struct message_reply *reply)
{
	return op->shape == SHAPE_FILE ? write_file(body, reply)
				       : write_body(body, reply);
}

/* Whether memory may be held for the answer. Answers to writes are small and always
 * sent. */
static bool
has_room(const struct rest *rest, const struct message_reply *reply)
{
	return reply->output_size < LARGE_BYTES || !op_is_repeatable(rest->op) ||
		http_has_room(rest->request, reply->output_size);
}

/* The ETag of the answer: computed, or given by the service; NULL = none. */
static const char *
tag_of(const struct rest *rest, const struct message_reply *reply)
{
	char tag[RUN_TAG_SIZE];

	if (!op_answers_tag(rest->op))
		return NULL;
	if (reply->tag != NULL || !op_tags_answer(rest->op))
		return reply->tag;
	run_tag(reply->output, reply->output_size, tag);
	return arena_copy(rest->request->arena, tag, strlen(tag));
}

bool
rest_answer_head(struct rest *rest, const struct message_reply *reply,
	struct http_headers *headers, struct http_answer *answer)
{
	const char *tag;
	bool unchanged, empty;

	if (!has_room(rest, reply)) {
		rest_fail(rest, PROBLEM_SERVICE_UNAVAILABLE, REST_UNREAD);
		return false;
	}
	add_success(headers, rest, reply);
	tag = tag_of(rest, reply);
	http_headers_add(headers, "ETag", tag);
	unchanged = rest->op->answer.tagged && condition_is_known(rest->request, tag);
	empty = unchanged || rest->op->shape == SHAPE_NONE;
	*answer = (struct http_answer){
		.status = status_of(rest, reply, unchanged),
		.content_type = empty                   ? NULL
			: rest->op->shape == SHAPE_FILE ? rest->op->answer.file_type
							: "application/json",
		.headers = headers->list,
	};
	answer->header_count = headers->count;
	return true;
}

static void
answer_success(struct rest *rest, struct message_reply *reply)
{
	struct http_request *request = rest->request;
	struct http_headers headers = {.count = 0};
	struct buffer body = {.arena = request->arena};
	struct http_answer answer;

	if (!rest_answer_head(rest, reply, &headers, &answer))
		return;
	http_headers_add(&headers, "Set-Cookie", rest_cookie(rest, reply));
	answer.header_count = headers.count;
	if (answer.content_type != NULL && !write_answer(&body, rest->op, reply)) {
		rest_fail(rest, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	answer.body = body.data;
	answer.size = body.size;
	rest_finish(rest, PROBLEM_NONE, answer.status);
	http_answer(request, &answer);
}

/* Nothing was done: the answer is the approval for which the request waits. */
static void
answer_approval(struct rest *rest, const struct message_reply *reply)
{
	struct http_request *request = rest->request;
	struct http_headers headers = {.count = 0};
	struct buffer body = {.arena = request->arena};

	if (!write_body(&body, reply)) {
		rest_fail(rest, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	add_origins(&headers);
	http_headers_add(&headers, "X-Request-Id", rest->request_id.data);
	limit_headers(&headers, request->arena, &rest->limit);
	rest_finish(rest, reply->problem, problems[reply->problem].status);
	http_answer(request,
		&(struct http_answer){.status = problems[reply->problem].status,
			.content_type = "application/json",
			.headers = headers.list,
			.header_count = headers.count,
			.body = body.data,
			.size = body.size});
}

void
rest_answer(struct rest *rest, const struct message_reply *reply)
{
	struct message_reply copy = *reply;

	if (reply->problem == PROBLEM_AWAITING_APPROVAL)
		answer_approval(rest, &copy);
	else if (reply->problem != PROBLEM_NONE)
		answer_problem(rest, &copy);
	else
		answer_success(rest, &copy);
}

void
rest_answer_options(struct rest *rest)
{
	const char *allow = router_allow(rest->request->arena, rest->route.allowed);
	struct http_header preflight[CORS_PREFLIGHT_HEADERS];
	struct http_headers headers = {.count = 0};

	http_headers_add(&headers, "Allow", allow);
	http_headers_add(&headers, "X-Request-Id", rest->request_id.data);
	limit_headers(&headers, rest->request->arena, &rest->limit);
	add_origins(&headers);
	cors_preflight(allow, preflight);
	for (size_t i = 0; i < CORS_PREFLIGHT_HEADERS; i++)
		http_headers_add(&headers, preflight[i].name, preflight[i].value);
	rest_finish(rest, PROBLEM_NONE, 204);
	http_answer(rest->request,
		&(struct http_answer){.status = 204,
			.headers = headers.list,
			.header_count = headers.count});
}
