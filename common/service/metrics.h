/*
 * metrics.h - figures of a service: its operations, its workers and what waits for them.
 */
#ifndef KITH_COMMON_SERVICE_METRICS_H
#define KITH_COMMON_SERVICE_METRICS_H

#include <stdint.h>

#include "common/base/arena.h"
#include "common/service/service.h"

struct process;
struct service_metrics;

/* Counters at zero; they live as long as the process. */
struct service_metrics *service_metrics_new(const struct service *service);

/* Notes a call that was answered. Any thread may. */
void service_metrics_note(struct service_metrics *metrics, const struct op_entry *entry,
	enum problem problem, int64_t duration_us);

/* Appends all figures of the process. For its loop alone. */
void service_metrics_write(struct process *process, struct buffer *out);

#endif
