/*
 * resource.h - operations grouped by resource: the tags of OpenAPI, and the pages of
 * /docs.
 */
#ifndef KITH_GATEWAY_REFERENCE_RESOURCE_H
#define KITH_GATEWAY_REFERENCE_RESOURCE_H

#include "proto/op.h"

struct resource {
	const char *name; /* the tag, and the name in /docs/<name> */
	const char *title;
	const char *doc; /* sentences */
	const char *const
		/* prefixes of paths, ended by NULL; the longest match decides */
		*prefixes;
};

/* In the order of the reference. */
extern const struct resource resources[];
extern const size_t resource_count;

/* The resource of an operation; every path has one. */
const struct resource *resource_of(const struct op *op);

/* Whether the resource has a public operation. */
bool resource_is_used(const struct resource *resource);

/* Whether the operation can be called over REST. */
bool resource_shows(const struct op *op);

#endif
