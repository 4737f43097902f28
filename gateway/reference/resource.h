/*
 * resource.h - the operations in groups, as readers look for them: the tags of OpenAPI
 * and the pages of /docs.
 */
#ifndef KITH_GATEWAY_REFERENCE_RESOURCE_H
#define KITH_GATEWAY_REFERENCE_RESOURCE_H

#include "proto/op.h"

struct resource {
	const char *name; /* in /docs/<name>, and the tag */
	const char *title;
	const char *doc; /* sentences */
	const char *const
		*prefixes; /* of paths, ended by NULL; the longest match decides */
};

/* In the order of the reference. */
extern const struct resource resources[];
extern const size_t resource_count;

/* Where the operation belongs; every path belongs somewhere. */
const struct resource *resource_of(const struct op *op);

/* Whether the resource has an operation that is shown. */
bool resource_is_used(const struct resource *resource);

/* Whether the operation can be called over REST, and so has a place in the reference. */
bool resource_shows(const struct op *op);

#endif
