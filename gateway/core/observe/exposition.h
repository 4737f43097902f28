/*
 * exposition.h - the figures of several processes as one document.
 *
 * Prometheus wants all samples of a family together, under one head. So the documents of
 * processes are taken apart by family, and each sample gets the label `replica`, by which two
 * replicas of a service can be told apart.
 */
#ifndef KITH_GATEWAY_CORE_OBSERVE_EXPOSITION_H
#define KITH_GATEWAY_CORE_OBSERVE_EXPOSITION_H

#include "common/base/arena.h"

/* A document in the text format 0.0.4 whose samples all have labels, as those of services do. */
struct exposition {
	const char *text;    /* NUL-terminated; NULL = nothing */
	const char *replica; /* NULL = its samples get no further label */
};

/* Appends the documents, family by family in the order in which they first come. */
void
exposition_merge(struct buffer *out, const struct exposition *documents, size_t count);

#endif
