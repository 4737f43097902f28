/*
 * schema.h - JSON Schema of described structs, for OpenAPI and tools.
 *
 * OpenAPI gets draft 2020-12 with references to components. Some clients of the tool
 * server drop the whole list because of one schema that they do not understand. So
 * tools get an object at the root, no references, no type lists (null is an `anyOf`),
 * and only keywords that mean the same in draft-07.
 */
#ifndef KITH_GATEWAY_REFERENCE_SCHEMA_H
#define KITH_GATEWAY_REFERENCE_SCHEMA_H

#include "common/base/arena.h"
#include "proto/op.h"

enum schema_use {
	/* a body; defaults are in the description, because generators require fields
	 * with a default */
	SCHEMA_INPUT,
	SCHEMA_PARAMETER, /* a parameter of a path or query */
	SCHEMA_OUTPUT,    /* an answer */
	/* arguments of a tool; empty defaults are left out to save tokens */
	SCHEMA_ARGUMENT,
	/* the result of a tool: names and types of the first level only */
	SCHEMA_RESULT,
};

/* The schema of a record; NULL = one without fields. */
void
schema_of_record(struct buffer *out, const struct record *record, enum schema_use use);

/* The body of an operation: its input without what the path gives. */
void schema_of_body(struct buffer *out, const struct op *op);

/* Whether an operation has a body: input outside its path. */
bool schema_has_body(const struct op *op);

/* The answer of an operation: a record, a page, or an array. Nothing for SHAPE_NONE. */
void schema_of_answer(struct buffer *out, const struct op *op);

/* The component of a page of records: "PostPage". */
void schema_of_page(struct buffer *out, const struct record *record);

/* The result of a tool: names and types of the first level. A changed record has only
 * its identity, because the list of tools must stay small. */
void schema_of_result(struct buffer *out, const struct op *op);

/* The schema of one field, for a parameter. */
void schema_of_field(struct buffer *out, const struct field *field, enum schema_use use);

/* `{"$ref": "#/components/<kind>/<name>"}`. */
void schema_put_reference(
	struct buffer *out, const char *key, const char *kind, const char *name);

/* The component's name of a record: "Post", "PostCreateInput". */
const char *schema_name(struct arena *arena, const struct record *record);

/* "PostPage". */
const char *schema_page_name(struct arena *arena, const struct record *record);

/* "post_create" as "PostCreate". */
const char *schema_camel_case(struct arena *arena, const char *name);

#endif
