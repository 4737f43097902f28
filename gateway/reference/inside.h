/*
 * inside.h - shared by the files of the reference.
 */
#ifndef KITH_GATEWAY_REFERENCE_INSIDE_H
#define KITH_GATEWAY_REFERENCE_INSIDE_H

#include "gateway/reference/schema.h"

/* ---- schema_field.c ---- */

/* Writes the members of an object's schema, between braces of the caller. With
 * `body_of`, the fields in the operation's path are left out. */
void schema_put_members(struct buffer *out, const struct record *record,
	const struct op *body_of, enum schema_use use);

/* ---- schema_name.c ---- */

/* The name of a field; a body may use another one. */
const char *schema_member_name(const struct field *field, const struct op *body_of);

/* ---- openapi_begin.c ---- */

/* The names of the components written so far. */
#define NAMES_MAX 1024
struct names {
	const char *names[NAMES_MAX];
	size_t count;
};

/* Begins a component; false when its name exists already. */
bool openapi_begin(struct buffer *out, struct names *names, const char *name);

/* Writes `"examples": {"example": {"$ref": …}}`. */
void openapi_put_example(struct buffer *out, const char *name);

/* ---- openapi_*.c: values after their keys ---- */

void openapi_write_operation(struct buffer *out, const struct op *op);
void openapi_write_responses(struct buffer *out, const struct op *op);
void openapi_write_components(struct buffer *out);

/* The response of a success, unless it is written already. */
void
openapi_write_success_of(struct buffer *out, struct names *names, const struct op *op);

/* Components that operations refer to, each once. */
void openapi_write_parameters(struct buffer *out);
void openapi_write_refusals(struct buffer *out);

/* Members of "schemas". */
void openapi_write_problem(struct buffer *out);
void openapi_write_fault(struct buffer *out);

/* The name of the component with an example answer. */
const char *openapi_answer_name(struct arena *arena, const struct op *op);

#endif
