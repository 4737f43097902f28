/*
 * schema_inside.h - what the two halves of the schema writer ask of each other.
 */
#ifndef KITH_GATEWAY_REFERENCE_SCHEMA_INSIDE_H
#define KITH_GATEWAY_REFERENCE_SCHEMA_INSIDE_H

#include "gateway/reference/schema.h"

/* The members of an object's schema, between braces that the caller writes. With `body_of`
 * the fields that the operation's path gives are left out. */
void schema_put_members(struct buffer *out, const struct record *record,
	const struct op *body_of, enum schema_use use);

/* `"$ref": "#/components/schemas/Post"` */
void schema_put_reference(struct buffer *out, const struct record *record);

#endif
