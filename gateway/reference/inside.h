/*
 * inside.h - what the files of the reference ask of each other.
 */
#ifndef KITH_GATEWAY_REFERENCE_INSIDE_H
#define KITH_GATEWAY_REFERENCE_INSIDE_H

#include "gateway/reference/schema.h"

/* ---- schema_field.c ---- */

/* The members of an object's schema, between braces that the caller writes. With
 * `body_of` the fields that the operation's path gives are left out. */
void schema_put_members(struct buffer *out, const struct record *record,
	const struct op *body_of, enum schema_use use);

/* ---- schema_name.c ---- */

/* What a field is called: a body may have another name for it. */
const char *schema_member_name(const struct field *field, const struct op *body_of);

/* ---- openapi_begin.c ---- */

/* Names of components that have been written. */
#define NAMES_MAX 1024
struct names {
	const char *names[NAMES_MAX];
	size_t count;
};

/* Begins a component; false when there is one of this name already. */
bool openapi_begin(struct buffer *out, struct names *names, const char *name);

/* `"examples": {"example": {"$ref": …}}` */
void openapi_put_example(struct buffer *out, const char *name);

/* ---- openapi_*.c: values after their keys ---- */

void openapi_write_operation(struct buffer *out, const struct op *op);
void openapi_write_responses(struct buffer *out, const struct op *op);
void openapi_write_components(struct buffer *out);

/* The response of an operation that succeeds, unless it has been written. */
void
openapi_write_success_of(struct buffer *out, struct names *names, const struct op *op);

/* The members of a kind of components that the operations refer to, each once. */
void openapi_write_parameters(struct buffer *out);
void openapi_write_refusals(struct buffer *out);

/* Members of "schemas". */
void openapi_write_problem(struct buffer *out);
void openapi_write_fault(struct buffer *out);

/* The component with the example of an operation's answer. */
const char *openapi_answer_name(struct arena *arena, const struct op *op);

#endif
