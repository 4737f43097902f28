/*
 * example.h - what a field's value looks like, for the examples of the reference.
 */
#ifndef KITH_PROTO_EXAMPLE_H
#define KITH_PROTO_EXAMPLE_H

#include "proto/field.h"

/* As JSON: the field's own .example, or what fits its type, its values, its format or its
 * name. NULL when nothing does: such a field needs an .example. Lists, maps and objects
 * are made of their elements and have none. */
const char *example_of(const struct field *field);

#endif
