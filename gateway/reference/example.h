/*
 * example.h - examples of bodies and answers, composed of the examples of their fields.
 */
#ifndef KITH_GATEWAY_REFERENCE_EXAMPLE_H
#define KITH_GATEWAY_REFERENCE_EXAMPLE_H

#include "common/base/arena.h"
#include "gateway/reference/refusal.h"
#include "proto/op.h"

/* An example body. A patch has a few fields; any other body has all. */
void example_of_body(struct buffer *out, const struct op *op);

/* An example answer, by the operation's shape; nothing for SHAPE_NONE. */
void example_of_answer(struct buffer *out, const struct op *op);

/* The problem document of a refusal's first problem. */
void example_of_refusal(struct buffer *out, const struct refusal *refusal);

#endif
