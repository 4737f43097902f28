/*
 * example.h - example values of fields, for the reference.
 */
#ifndef KITH_PROTO_EXAMPLE_H
#define KITH_PROTO_EXAMPLE_H

#include "proto/field.h"

/* The example as JSON: the field's own .example, or a value for its type, format or name.
 * NULL if there is none: then the field needs an .example. Lists, maps and objects have
 * none; their examples are composed of their elements. */
const char *example_of(const struct field *field);

#endif
