/*
 * schema.h - described structs as JSON Schema (2020-12), for OpenAPI. Nested records are
 * references to components.
 */
#ifndef KITH_GATEWAY_REFERENCE_SCHEMA_H
#define KITH_GATEWAY_REFERENCE_SCHEMA_H

#include "common/base/arena.h"
#include "proto/op.h"

enum schema_use {
	SCHEMA_INPUT,  /* of a request */
	SCHEMA_OUTPUT, /* of an answer */
};

void
schema_of_record(struct buffer *out, const struct record *record, enum schema_use use);

/* The body of an operation: its input without what the path gives. */
void schema_of_body(struct buffer *out, const struct op *op);

/* What an operation answers: a record, a page, or an array. Nothing for SHAPE_NONE. */
void schema_of_answer(struct buffer *out, const struct op *op);

/* One field by itself: a parameter of a path or query. */
void schema_of_field(struct buffer *out, const struct field *field, enum schema_use use);

/* The component that a record is called: "Post", "PostCreateInput". */
const char *schema_name(struct arena *arena, const struct record *record);

#endif
