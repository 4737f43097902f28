#include "gateway/web/image.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/wire/wire.h"
#include "gateway/core/gateway.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/problem/problem.h"
#include "gateway/core/request/condition.h"
#include "gateway/core/request/cors.h"
#include "gateway/ratelimit/limit.h"
#include "proto/media/media.h"

#define METHODS "GET, HEAD, OPTIONS"
/* How long an image waits while media has too many calls or the gateway has no memory for
 * answers, and how often it is asked for again. A page with missing images is worse than
 * a slow one. */
#define WAIT_MS 3000
#define LOOK_MS 100

#define FOR_GOOD "public, max-age=31536000, immutable"

/* A request for an image; lives in the request's arena. */
struct image_request {
	struct http_request *request;
	uint64_t invocation;
	struct loop_timer *timer; /* it waits to be asked for again */
	int64_t started_us;
	struct limit_state limit; /* the rate limit, once a token was taken */
	/* the client revalidates its copy */
	bool known;
	/* the database does not have the image: media is asked for the object store */
	bool elsewhere;
	bool small;  /* the small image is requested */
	size_t size; /* of the image, once media has answered with it */
	const char *id;
	const char *tag;
};

static void
note(const struct image_request *image, int status, enum problem problem)
{
	access_log(image->request,
		&(struct access){
			.surface = "image",
			.route = image->small ? "/media/{id}" IMAGE_SMALL_ENDING
					      : "/media/{id}" IMAGE_ENDING,
			.request_id = request_id_of(image->request),
			.problem = problem,
			.status = status,
			.started_us = image->started_us,
		});
}

static void
refuse(struct image_request *image, const struct message_reply *reply)
{
	struct http_headers headers = {.count = 0};

	for (size_t i = 0; i < CORS_HEADERS; i++)
		http_headers_add(&headers, cors_headers[i].name, cors_headers[i].value);
	if (reply->problem == PROBLEM_METHOD_NOT_ALLOWED)
		http_headers_add(&headers, "Allow", METHODS);
	if (reply->problem == PROBLEM_RATE_LIMITED)
		limit_headers(&headers, image->request->arena, &image->limit);
	note(image, problems[reply->problem].status, reply->problem);
	problem_answer_with(image->request, reply, request_id_of(image->request),
		headers.list, headers.count);
}

static void
fail(struct image_request *image, enum problem problem)
{
	refuse(image, &(struct message_reply){.problem = problem});
}

/* ---- the answer ---- */

/* The bytes of the image in media's reply; NULL when there are none. */
static const uint8_t *
data_of(const struct message_reply *reply, size_t *size)
{
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	struct wire_value value = wire_next(&reader);

	for (uint32_t left = value.type == WIRE_MAP ? value.count : 0; left > 0; left--) {
		wire_next(&reader); /* the name; only one value is binary */
		value = wire_next(&reader);
		if (value.type != WIRE_BINARY)
			continue;
		*size = value.size;
		return value.data;
	}
	return NULL;
}

/* Whether the range applies to the current image. */
static bool
wants_range(const struct image_request *image)
{
	const char *condition = http_header(image->request, "If-Range");

	return strcmp(image->request->verb, "GET") == 0 &&
		(condition == NULL || strcmp(condition, image->tag) == 0);
}

/* Answers with the image, a part of it, or 304. */
static void
answer(struct image_request *image, const uint8_t *data)
{
	struct http_request *request = image->request;
	struct http_headers headers = {.count = 0};
	struct http_answer answer = {.status = data == NULL ? 304 : 200};
	const size_t size = image->size;
	size_t first = 0, last = size - 1;

	if (data != NULL && wants_range(image)) {
		switch (image_range_read(
			http_header(request, "Range"), size, &first, &last)) {
		case RANGE_WHOLE:
			first = 0;
			last = size - 1;
			break;
		case RANGE_PART:
			answer.status = 206;
			http_headers_add(&headers, "Content-Range",
				arena_printf(request->arena, "bytes %zu-%zu/%zu", first,
					last, size));
			break;
		case RANGE_OUTSIDE:
			answer.status = 416;
			http_headers_add(&headers, "Content-Range",
				arena_printf(request->arena, "bytes */%zu", size));
			break;
		}
	}
	http_headers_add(&headers, "X-Request-Id", request_id_of(request).data);
	http_headers_add(
		&headers, "Cache-Control", answer.status == 416 ? "no-store" : FOR_GOOD);
	http_headers_add(&headers, "ETag", image->tag);
	http_headers_add(&headers, "Accept-Ranges", "bytes");
	/* Pages of every origin may show images. */
	http_headers_add(&headers, "Cross-Origin-Resource-Policy", "cross-origin");
	for (size_t i = 0; i < CORS_HEADERS; i++)
		http_headers_add(&headers, cors_headers[i].name, cors_headers[i].value);
	if (answer.status == 200 || answer.status == 206) {
		answer.content_type = "image/webp";
		answer.size = last - first + 1;
		answer.body = arena_copy(request->arena, data + first, answer.size);
	}
	answer.headers = headers.list;
	answer.header_count = headers.count;
	note(image, answer.status, PROBLEM_NONE);
	http_answer(request, &answer);
}

static void ask(struct image_request *image, const struct op *op);
static bool ask_later(struct image_request *image);

/* The image is not read while there is no memory for it. */
static void
ask_again(void *data)
{
	struct image_request *image = data;

	image->timer = NULL;
	if (http_has_room(image->request, image->size))
		ask(image, image->elsewhere ? &op_image_read : &op_image_get);
	else if (!ask_later(image))
		fail(image, PROBLEM_SERVICE_UNAVAILABLE);
}

/* Asks again later; false when the image has waited long enough. */
static bool
ask_later(struct image_request *image)
{
	const int64_t waited_us = clock_monotonic_us() - image->started_us;

	if (waited_us >= INT64_C(1000) * WAIT_MS)
		return false;
	image->timer = loop_after(image->request->loop, LOOK_MS, ask_again, image);
	return true;
}

/* Media has answered. */
static void
found(void *data, const struct message_reply *reply)
{
	struct image_request *image = data;
	const uint8_t *bytes;

	image->invocation = 0;
	if (reply->problem == PROBLEM_SERVICE_UNAVAILABLE && ask_later(image))
		return;
	if (reply->problem != PROBLEM_NONE) {
		refuse(image, reply);
		return;
	}
	bytes = data_of(reply, &image->size);
	if (bytes == NULL && !image->known && !image->elsewhere) {
		image->elsewhere = true;
		ask(image, &op_image_read);
	} else if (bytes == NULL && !image->known)
		fail(image, PROBLEM_INTERNAL_ERROR);
	else if (bytes == NULL || http_has_room(image->request, image->size))
		answer(image, bytes);
	else if (!ask_later(image))
		fail(image, PROBLEM_SERVICE_UNAVAILABLE);
}

/* ---- the request ---- */

/* Whether a name is the id of an image before an ending. */
static bool
is_named(const struct text *name, const char *ending, struct uuid *id)
{
	const size_t size = strlen(ending);

	return name->size > size && strcmp(name->data + name->size - size, ending) == 0 &&
		id_parse(name->data, name->size - size, "img", id);
}

/* Reads the id in the path; false when it is not an image's. */
static bool
id_of(const struct http_request *request, struct uuid *id, bool *small)
{
	if (request->segment_count != 2 || request->trailing_slash)
		return false;
	*small = is_named(&request->segments[1], IMAGE_SMALL_ENDING, id);
	return *small || is_named(&request->segments[1], IMAGE_ENDING, id);
}

/* Asks media for the image. */
static void
ask(struct image_request *image, const struct op *op)
{
	struct http_request *request = image->request;
	struct buffer input = {.arena = request->arena};
	const bool says_known = op == &op_image_get;
	struct invocation invocation;
	uint64_t invoked;

	wire_map(&input, says_known ? 3 : 1);
	wire_cstring(&input, "id");
	wire_cstring(&input, image->id);
	if (says_known) {
		wire_cstring(&input, "known");
		wire_boolean(&input, image->known);
		wire_cstring(&input, "small");
		wire_boolean(&input, image->small);
	}
	invocation = (struct invocation){
		.arena = request->arena,
		.op = op,
		.principal = {.address = request->address},
		.request_id = request_id_of(request),
		.traceparent = traceparent_of(request),
		.input = input.data,
		.input_size = input.size,
	};
	/* When invoke() answers 0, the callback has run and the request may be gone. */
	invoked = invoke(GATEWAY_OF(request), &invocation, found, image);
	if (invoked != 0)
		image->invocation = invoked;
}

/* Reads which image is requested, and whether the client has it. */
static void
name(struct image_request *image, const struct uuid *id)
{
	struct arena *arena = image->request->arena;
	char text[ID_TEXT_MAX];

	id_format(text, "img", id);
	image->id = arena_copy(arena, text, strlen(text));
	image->tag = arena_printf(arena, "\"%s%s\"", text, image->small ? "-small" : "");
	image->known = condition_is_known(image->request, image->tag);
}

/* Takes a token from the address's bucket. False, after a 429, when it is empty. */
static bool
within_limit(struct image_request *image, enum limit_class class)
{
	const struct principal nobody = {.address = image->request->address};
	struct message_reply reply = {.problem = PROBLEM_RATE_LIMITED};

	if (limit_take_for(GATEWAY_OF(image->request), class, &nobody, &image->limit))
		return true;
	reply.retry_after_s = image->limit.reset_s;
	refuse(image, &reply);
	return false;
}

static void
answer_options(struct image_request *image)
{
	struct http_header preflight[CORS_PREFLIGHT_HEADERS];
	struct http_headers headers = {.count = 0};

	http_headers_add(&headers, "Allow", METHODS);
	for (size_t i = 0; i < CORS_HEADERS; i++)
		http_headers_add(&headers, cors_headers[i].name, cors_headers[i].value);
	cors_preflight(METHODS, preflight);
	for (size_t i = 0; i < CORS_PREFLIGHT_HEADERS; i++)
		http_headers_add(&headers, preflight[i].name, preflight[i].value);
	note(image, 204, PROBLEM_NONE);
	http_answer(image->request,
		&(struct http_answer){.status = 204,
			.headers = headers.list,
			.header_count = headers.count});
}

bool
image_handle(struct http_request *request, enum http_stage stage)
{
	struct image_request *image;
	struct uuid id;
	bool reads, is_image;

	/* No request here has a body, so the answer precedes it. */
	if (stage == HTTP_HEADERS && !request->body_announced)
		return true;
	image = arena_alloc(request->arena, sizeof(*image));
	*image = (struct image_request){
		.request = request, .started_us = clock_monotonic_us()};
	request->exchange = image;
	reads = strcmp(request->verb, "GET") == 0 || strcmp(request->verb, "HEAD") == 0;
	is_image = id_of(request, &id, &image->small);
	/* Images have a wide limit, because pages show many; other paths count as
	 * anonymous requests. */
	if (!within_limit(image, reads && is_image ? LIMIT_OPEN_READ : LIMIT_ANONYMOUS))
		return false;
	if (stage == HTTP_REFUSED)
		refuse(image,
			&(struct message_reply){.problem = request->refusal,
				.detail = request->refusal_detail});
	else if (request->path_malformed || request->query_malformed)
		refuse(image,
			&(struct message_reply){.problem = PROBLEM_MALFORMED_REQUEST,
				.detail = "the address is not in canonical form"});
	else if (!is_image)
		fail(image, PROBLEM_MEDIA_NOT_FOUND);
	else if (strcmp(request->verb, "OPTIONS") == 0)
		answer_options(image);
	else if (!reads || request->body_announced)
		fail(image,
			reads ? PROBLEM_MALFORMED_REQUEST : PROBLEM_METHOD_NOT_ALLOWED);
	else {
		name(image, &id);
		ask(image, &op_image_get);
	}
	return false;
}

void
image_gone(struct http_request *request)
{
	const struct image_request *image = request->exchange;

	if (image == NULL)
		return;
	if (image->timer != NULL)
		loop_cancel(request->loop, image->timer);
	invoke_cancel(GATEWAY_OF(request), image->invocation);
}
