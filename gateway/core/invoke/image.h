/*
 * image.h - the call of media that precedes an operation which sets an image.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_IMAGE_H
#define KITH_GATEWAY_CORE_INVOKE_IMAGE_H

#include "gateway/core/invoke/invoke.h"

/* The call of media. When the operation removes the image, op is NULL. */
struct image_ask {
	const struct op *op;
	struct buffer input;
	struct image_body rest; /* the image bytes, sent after the input */
};

/* Chooses the call of media from the decoded input or the body. Answers a reply with a
 * problem when the request is invalid. */
struct message_reply
image_ask(const struct invocation *invocation, const void *input, struct image_ask *ask);

/* The invocation of that call, on behalf of the operation. */
struct invocation
image_invocation(const struct invocation *whole, const struct image_ask *ask);

/* The id of the stored image; absent when the reply has none. */
struct identifier image_made(const struct message_reply *reply);

#endif
