/*
 * metrics.h - counts and durations of requests by operation, as Prometheus reads them.
 */
#ifndef KITH_GATEWAY_EDGE_METRICS_H
#define KITH_GATEWAY_EDGE_METRICS_H

#include "common/base/arena.h"
#include "proto/op.h"

/* Counts one answered request; NULL stands for whatever is no operation. Any thread. */
void metrics_count(const struct op *op, int status, int64_t duration_us);

/* All counts in the text format 0.0.4. */
void metrics_print(struct buffer *out);

#endif
