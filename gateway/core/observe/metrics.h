/*
 * metrics.h - the gateway's own metrics for Prometheus.
 */
#ifndef KITH_GATEWAY_CORE_OBSERVE_METRICS_H
#define KITH_GATEWAY_CORE_OBSERVE_METRICS_H

#include "common/base/arena.h"
#include "gateway/core/gateway.h"
#include "proto/op.h"

/* Counts one answered request; NULL = no operation. Thread-safe. */
void
metrics_count(const struct op *op, int status, enum problem problem, int64_t duration_us);

/* Prints all metrics of the process in the text format 0.0.4, as one of its loops sees
 * them. */
void metrics_print(struct buffer *out, const struct gateway *gateway);

#endif
