#include "gateway/core/invoke/image.h"

#include <string.h>

#include "common/base/id.h"
#include "common/wire/wire.h"
#include "proto/identity/avatar.h"
#include "proto/media/media.h"
#include "proto/media/social.h"

/* A text field of the input; "" when it is absent. */
static struct text
text_of(const struct op *op, const void *input, const char *name)
{
	const struct text *text = record_member(op->input, input, name);

	return text != NULL && text->presence == GIVEN ? *text
						       : (struct text){.data = ""};
}

/* The use of the image: "square" or "wide". */
static const char *
use_of(const struct op *op, const void *input)
{
	enum image_use use = op->image.use;

	if (use == IMAGE_BY_KIND)
		use = strcmp(text_of(op, input, "kind").data, "logo") == 0 ? IMAGE_SQUARE
									   : IMAGE_WIDE;
	return image_use_values[use];
}

/* A refusal with one fault. */
static struct message_reply
fault_of(struct arena *arena, const char *pointer, enum fault_code code,
	const char *detail)
{
	struct fault *fault = arena_alloc(arena, sizeof(*fault));

	*fault = (struct fault){.pointer = pointer, .code = code, .detail = detail};
	return (struct message_reply){
		.problem = PROBLEM_VALIDATION_FAILED, .faults = fault};
}

/* Stores the image in the body of the request. */
static struct message_reply
ask_store(const struct invocation *invocation, const void *input, struct image_ask *ask)
{
	const struct image_body *body = &invocation->image;

	if (body->size == 0)
		return fault_of(invocation->arena, "#/file", FAULT_REQUIRED,
			"the image is required");
	ask->op = &op_image_store;
	ask->rest = *body;
	wire_map(&ask->input, 3);
	wire_cstring(&ask->input, "type");
	wire_cstring(&ask->input, body->type != NULL ? body->type : "");
	wire_cstring(&ask->input, "use");
	wire_cstring(&ask->input, use_of(invocation->op, input));
	wire_cstring(&ask->input, "data");
	wire_binary_head(&ask->input, body->size);
	return (struct message_reply){.problem = PROBLEM_NONE};
}

static void
ask_fetch(const struct invocation *invocation, const void *input, struct image_ask *ask)
{
	struct text url = text_of(invocation->op, input, "url");

	ask->op = &op_image_fetch;
	wire_map(&ask->input, 2);
	wire_cstring(&ask->input, "url");
	wire_string(&ask->input, url.data, url.size);
	wire_cstring(&ask->input, "use");
	wire_cstring(&ask->input, use_of(invocation->op, input));
}

/* Fetches the caller's own photo from the social provider. */
static void
ask_social(const struct invocation *invocation, const void *input, struct image_ask *ask)
{
	ask->op = &op_image_of_social;
	wire_map(&ask->input, 1);
	wire_cstring(&ask->input, "use");
	wire_cstring(&ask->input, use_of(invocation->op, input));
}

/* The input of a tool: an address, or the removal of the image. */
static struct message_reply
ask_chosen(const struct invocation *invocation, const void *input, struct image_ask *ask)
{
	const struct boolean *remove =
		record_member(invocation->op->input, input, "remove");
	bool has_url = text_of(invocation->op, input, "url").size > 0;
	bool removes = remove != NULL && remove->presence == GIVEN && remove->value;

	if (removes && has_url) {
		return fault_of(invocation->arena, "#/url", FAULT_CONFLICT,
			"give an address, or say that the image is to be removed");
	}
	if (removes)
		return (struct message_reply){.problem = PROBLEM_NONE};
	if (!has_url) {
		return fault_of(invocation->arena, "#/url", FAULT_REQUIRED,
			"url is required, unless remove is true");
	}
	ask_fetch(invocation, input, ask);
	return (struct message_reply){.problem = PROBLEM_NONE};
}

/* As above, or the photo of the social account. */
static struct message_reply
ask_avatar(const struct invocation *invocation, const void *input, struct image_ask *ask)
{
	const struct boolean *remove =
		record_member(invocation->op->input, input, "remove");

	if (strcmp(text_of(invocation->op, input, "source").data, AVATAR_OF_SOCIAL) != 0)
		return ask_chosen(invocation, input, ask);
	if (text_of(invocation->op, input, "url").size > 0) {
		return fault_of(invocation->arena, "#/url", FAULT_CONFLICT,
			"give an address, or say that the social account is the source");
	}
	if (remove != NULL && remove->presence == GIVEN && remove->value) {
		return fault_of(invocation->arena, "#/remove", FAULT_CONFLICT,
			"name a source, or say that the image is to be removed");
	}
	ask_social(invocation, input, ask);
	return (struct message_reply){.problem = PROBLEM_NONE};
}

struct message_reply
image_ask(const struct invocation *invocation, const void *input, struct image_ask *ask)
{
	struct message_reply refusal = {.problem = PROBLEM_NONE};

	*ask = (struct image_ask){.input = {.arena = invocation->arena}};
	switch (invocation->op->image.source) {
	case IMAGE_NONE:
		return refusal;
	case IMAGE_BODY:
		refusal = ask_store(invocation, input, ask);
		break;
	case IMAGE_URL:
		ask_fetch(invocation, input, ask);
		break;
	case IMAGE_CHOSEN:
		refusal = ask_chosen(invocation, input, ask);
		break;
	case IMAGE_SOCIAL:
		ask_social(invocation, input, ask);
		break;
	case IMAGE_AVATAR:
		refusal = ask_avatar(invocation, input, ask);
		break;
	}
	return refusal;
}

struct invocation
image_invocation(const struct invocation *whole, const struct image_ask *ask)
{
	return (struct invocation){
		.arena = whole->arena,
		.op = ask->op,
		.principal = whole->principal,
		.request_id = whole->request_id,
		.traceparent = whole->traceparent,
		.input = ask->input.data,
		.input_size = ask->input.size,
		.rest = ask->rest.data,
		.rest_size = ask->rest.size,
	};
}

struct identifier
image_made(const struct message_reply *reply)
{
	struct identifier image = {.presence = ABSENT};
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	struct wire_value value = wire_next(&reader);

	if (value.type != WIRE_MAP || value.count != 1)
		return image;
	wire_next(&reader); /* its name */
	value = wire_next(&reader);
	if (value.type == WIRE_STRING &&
		id_parse((const char *)value.data, value.size, "img", &image.uuid))
		image.presence = GIVEN;
	return image;
}
