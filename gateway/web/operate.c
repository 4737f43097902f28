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
	enum problem problem;

	/* Anonymous visits were counted at their beginning. */
	if (principal->membership != MEMBERSHIP_NONE &&
		!limit_take_op(visit->gateway, op, principal, &visit->limit)) {
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

static struct text
if_match(struct arena *arena, const struct operate_call *call)
{
	if (call->if_match == NULL || !op_takes_if_match(call->op))
		return (struct text){.data = ""};
	return arena_text(arena, call->if_match);
}

static void
invoked(void *data, const struct message_reply *reply)
{
	const struct operate_call *call = data;

	*call->id = 0;
	call->done(call->data, reply);
}

void
operate(struct visit *visit, const struct operate_call *given)
{
	struct arena *arena = visit->request->arena;
	struct operate_call *call = arena_alloc(arena, sizeof(*call));
	struct buffer map = {.arena = arena};
	struct http_parameter *fixed = NULL;
	size_t fixed_count = 0;
	struct invocation invocation;
	uint64_t *place = given->id;
	uint64_t id;

	*call = *given;
	if (call->also != NULL)
		http_path_read_pairs(arena, call->also, &fixed, &fixed_count);
	input_put(&map, call->op,
		(const struct pairs[]){{visit->view.captures, visit->view.capture_count},
			{fixed, fixed_count}, call->pairs},
		3);
	invocation = (struct invocation){
		.arena = arena,
		.op = call->op,
		.principal = call->op->guard == GUARD_PUBLIC
			? auth_nobody(visit->request, SURFACE_PAGE)
			: visit->principal,
		.request_id = visit->access.request_id,
		.traceparent = traceparent_of(visit->request),
		.idempotency_key = idempotency_key(visit, call->op, &map),
		.if_match = if_match(arena, call),
		.input = map.data,
		.input_size = map.size,
		.image = op_takes_image(call->op) ? visit->image : (struct image_body){0},
		.id = place,
	};
	/* When invoke() answers 0, the callback has run and the request may be gone. */
	id = invoke(visit->gateway, &invocation, invoked, call);
	if (id != 0)
		*place = id;
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
