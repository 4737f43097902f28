/*
 * router.h - method and path to operation, from the contract's table of operations.
 */
#ifndef KITH_GATEWAY_REST_ROUTER_H
#define KITH_GATEWAY_REST_ROUTER_H

#include "common/base/arena.h"
#include "proto/op.h"

#define ROUTE_SEGMENTS_MAX 8
#define ROUTE_PARAMETERS_MAX 4

/* A {name} of the path and its value. */
struct route_parameter {
	struct text name, value;
};

struct route {
	const struct op *op; /* NULL = unknown path or method */
	unsigned allowed;    /* the path's methods, 1 << enum method; 0 = no such path */
	struct route_parameter parameters[ROUTE_PARAMETERS_MAX];
	size_t parameter_count;
};

/* Finds the operation of decoded segments; a literal segment wins over a {parameter}. */
struct route router_find(const struct text *segments, size_t count, enum method method);

/* "GET, HEAD, PATCH, OPTIONS": the Allow header of a path. */
const char *router_allow(struct arena *arena, unsigned allowed);

#endif
