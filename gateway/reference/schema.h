/*
 * schema.h - described structs as JSON Schema, for OpenAPI and for the list of tools.
 *
 * OpenAPI gets 2020-12 with references to components. Clients of the tool server lose
 * the whole list to one schema that they cannot digest, so tools get an object at the
 * root, no references, no lists of types (null is an `anyOf` inside a property), and
 * plain keywords that mean the same in draft-07: there is no $schema to say which of
 * them it is.
 */
#ifndef KITH_GATEWAY_REFERENCE_SCHEMA_H
#define KITH_GATEWAY_REFERENCE_SCHEMA_H

#include "common/base/arena.h"
#include "proto/op.h"

enum schema_use {
	/* of a body; its defaults are words: generators demand what has a default */
	SCHEMA_INPUT,
	SCHEMA_PARAMETER, /* of a path or query */
	SCHEMA_OUTPUT,    /* of an answer */
	/* of a tool; defaults that are nothing are left out: words are dear */
	SCHEMA_ARGUMENT,
	/* of a tool: names and types of the first level, for it only grows */
	SCHEMA_RESULT,
};

/* The schema of a record; NULL is one without fields. */
void
schema_of_record(struct buffer *out, const struct record *record, enum schema_use use);

/* The body of an operation: its input without what the path gives. */
void schema_of_body(struct buffer *out, const struct op *op);

/* Whether an operation has a body at all: input that the path does not give. */
bool schema_has_body(const struct op *op);

/* What an operation answers: a record, a page, or an array. Nothing for SHAPE_NONE. */
void schema_of_answer(struct buffer *out, const struct op *op);

/* The component of a page of records: "PostPage". */
void schema_of_page(struct buffer *out, const struct record *record);

/* What a tool answers: names and types of the first level; of a record that was
 * changed, only those that say which one it is, for the whole list must stay small. */
void schema_of_result(struct buffer *out, const struct op *op);

/* One field by itself: a parameter of a path or query. */
void schema_of_field(struct buffer *out, const struct field *field, enum schema_use use);

/* `{"$ref": "#/components/<kind>/<name>"}`. */
void schema_put_reference(
	struct buffer *out, const char *key, const char *kind, const char *name);

/* The component that a record is called: "Post", "PostCreateInput". */
const char *schema_name(struct arena *arena, const struct record *record);

/* "PostPage". */
const char *schema_page_name(struct arena *arena, const struct record *record);

/* "post_create" as "PostCreate". */
const char *schema_camel_case(struct arena *arena, const char *name);

#endif
