/*
 * operate.c - calls operations for a page, under the guards of REST.
 */
#include <string.h>

#include "common/secret/secret.h"
#include "common/wire/wire.h"
#include "gateway/auth/auth.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/core/observe/access.h"
#include "gateway/http/path.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/web/inside.h"

/* ---- guards ---- */

struct message_reply
operate_guard(struct visit *visit, const struct op *op)
{
	const struct principal *principal = &visit->principal;
	struct message_reply reply = {.problem = PROBLEM_RATE_LIMITED};
	enum limit_class class = op->method == METHOD_GET ? LIMIT_READ : LIMIT_WRITE;
	enum problem problem;

	/* Anonymous visits were counted at their beginning. */
	if (principal->membership != MEMBERSHIP_NONE &&
		!limit_take_for(visit->gateway, class, principal, &visit->limit)) {
		reply.retry_after_s = visit->limit.reset_s;
		return reply;
	}
	problem = auth_guard(op, principal);
	return auth_refusal(visit->request->arena, op, principal, problem);
}

/* ---- the call ---- */

/* The idempotency key of a form. A form that is sent twice has the same key; a changed
 * form has another. */
static struct text
idempotency_key(const struct visit *visit, const struct op *op, const struct buffer *map)
{
	struct arena *arena = visit->request->arena;
	struct buffer both = {.arena = arena};
	uint8_t hash[HASH_SIZE];

	if (visit->once == NULL || op->method != METHOD_POST)
		return (struct text){.data = ""};
	buffer_append(&both, visit->once, strlen(visit->once) + 1);
	buffer_append(&both, map->data, map->size);
	secret_hash(both.data, both.size, hash);
	return arena_text(arena,
		arena_printf(arena, "form:%s", hex_encode(arena, hash, HASH_SIZE)));
}

/* A call in progress; lives in the visit's arena. */
struct operation {
	struct visit *visit;
	operate_done *done;
};

static void
invoked(void *data, const struct message_reply *reply)
{
	const struct operation *operation = data;

	operation->visit->invocation = 0;
	operation->done(operation->visit, reply);
}

void
operate(struct visit *visit, const struct op *op, const char *also,
	const struct pairs *pairs, operate_done *done)
{
	struct arena *arena = visit->request->arena;
	struct operation *operation = arena_alloc(arena, sizeof(*operation));
	struct buffer map = {.arena = arena};
	struct http_parameter *fixed = NULL;
	size_t fixed_count = 0;
	struct invocation invocation;
	uint64_t id;

	*operation = (struct operation){visit, done};
	if (also != NULL)
		http_path_read_pairs(arena, also, &fixed, &fixed_count);
	input_put(&map, op,
		(const struct pairs[]){{visit->view.captures, visit->view.capture_count},
			{fixed, fixed_count}, *pairs},
		3);
	invocation = (struct invocation){
		.arena = arena,
		.op = op,
		.principal = op->guard == GUARD_PUBLIC
			? auth_nobody(visit->request, SURFACE_PAGE)
			: visit->principal,
		.request_id = visit->access.request_id,
		.traceparent = traceparent_of(visit->request),
		.idempotency_key = idempotency_key(visit, op, &map),
		.if_match = {.data = ""},
		.input = map.data,
		.input_size = map.size,
		.id = &visit->invocation,
	};
	/* When invoke() answers 0, the callback has run and the request may be gone. */
	id = invoke(visit->gateway, &invocation, invoked, operation);
	if (id != 0)
		visit->invocation = id;
}

/* ---- the answer ---- */

const json_t *
operate_answer(
	const struct visit *visit, const struct op *op, const struct message_reply *reply)
{
	struct arena *arena = visit->request->arena;
	struct buffer text = {.arena = arena};
	const char *fault;

	if (op->shape == SHAPE_NONE || reply->output_size == 0)
		return NULL;
	if (op->shape == SHAPE_ARRAY)
		json_put_raw(&text, "{\"items\":");
	if (!json_from_wire(&text, reply->output, reply->output_size))
		return NULL;
	if (op->shape == SHAPE_ARRAY) {
		json_put_raw(&text, ",\"nextCursor\":");
		if (reply->next_cursor != NULL)
			json_put_string(
				&text, reply->next_cursor, strlen(reply->next_cursor));
		else
			json_put_raw(&text, "null");
		json_put_raw(&text, "}");
	}
	return json_parse(arena, text.data, text.size, &fault);
}
