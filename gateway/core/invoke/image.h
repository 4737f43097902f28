/*
 * image.h - what an operation that sets an image asks of media before it is carried out.
 */
#ifndef KITH_GATEWAY_CORE_INVOKE_IMAGE_H
#define KITH_GATEWAY_CORE_INVOKE_IMAGE_H

#include "gateway/core/invoke/invoke.h"

/* The call of media; op NULL = the operation removes the image, so that nothing is to be made. */
struct image_ask {
	const struct op *op;
	struct buffer input;
	struct image_body rest; /* the image itself, which the input ends with */
};

/* Finds out what is to be asked, from the operation's decoded input or the request's image. Answers
 * a reply with a problem where the caller did not say that well. */
struct message_reply
image_ask(const struct invocation *invocation, const void *input, struct image_ask *ask);

/* The call of media, for the operation that is to follow. */
struct invocation
image_invocation(const struct invocation *whole, const struct image_ask *ask);

/* The id of the image that media has made; absent when the answer has none. */
struct identifier image_made(const struct message_reply *reply);

#endif
