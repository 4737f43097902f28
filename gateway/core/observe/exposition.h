/*
 * exposition.h - merges the metrics of several processes into one document.
 *
 * Prometheus requires all samples of a family together, under one head. So documents
 * are split by family, and each sample gets the label `replica`, which distinguishes
 * instances of a service.
 */
#ifndef KITH_GATEWAY_CORE_OBSERVE_EXPOSITION_H
#define KITH_GATEWAY_CORE_OBSERVE_EXPOSITION_H

#include "common/base/arena.h"

/* A document in the text format 0.0.4; each sample has labels. */
struct exposition {
	const char *text;    /* NUL-terminated; NULL = nothing */
	const char *replica; /* NULL = its samples get no label */
};

/* Appends the documents, by family in order of first appearance. */
void
exposition_merge(struct buffer *out, const struct exposition *documents, size_t count);

#endif
