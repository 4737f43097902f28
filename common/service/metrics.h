/*
 * metrics.h - counters of a service's operations, as Prometheus text.
 */
#ifndef KITH_COMMON_SERVICE_METRICS_H
#define KITH_COMMON_SERVICE_METRICS_H

#include <stdint.h>

#include "common/service/service.h"

struct service_metrics;

/* Counters at zero; they live as long as the process. */
struct service_metrics *service_metrics_new(const struct service *service);

/* Notes a call that was answered. Any thread may. */
void service_metrics_note(struct service_metrics *metrics, const struct op_entry *entry,
	enum problem problem, int64_t duration_us);

/* Appends the text exposition format, version 0.0.4. */
void service_metrics_write(const struct service_metrics *metrics, struct buffer *out);

#endif
