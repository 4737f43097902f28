/*
 * example.h - whole bodies and answers, put together from the examples of their fields.
 */
#ifndef KITH_GATEWAY_REFERENCE_EXAMPLE_H
#define KITH_GATEWAY_REFERENCE_EXAMPLE_H

#include "common/base/arena.h"
#include "gateway/reference/refusal.h"
#include "proto/op.h"

/* A body. A patch changes a few fields; any other body gives all of them. */
void example_of_body(struct buffer *out, const struct op *op);

/* What an operation answers, by its shape. Nothing for SHAPE_NONE. */
void example_of_answer(struct buffer *out, const struct op *op);

/* The problem document of the first problem of a refusal. */
void example_of_refusal(struct buffer *out, const struct refusal *refusal);

#endif
