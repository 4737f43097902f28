/*
 * inside.h - what the files of service share. From below: metrics.c, process.c, health.c,
 * service.c.
 */
#ifndef KITH_COMMON_SERVICE_INSIDE_H
#define KITH_COMMON_SERVICE_INSIDE_H

#include "common/base/probe.h"
#include "common/calls/calls.h"
#include "common/service/service.h"

/* One thread turns the loop, which owns the bus, the workers and their connections. */
struct process {
	const struct service *service;
	const struct transport *transport;
	struct receiver receiver;
	atomic_bool draining; /* the process is about to end: no step of a task begins */
	atomic_int in_flight; /* unanswered calls, unread answers, tasks at work */
	struct loop *loop;
	struct workers *workers;
	struct connections *connections;
	struct replica *replica; /* NULL = none */
	struct calls *calls;
	struct task_setup tasks;
	bool sweeping; /* the timer for overdue waits is set */
};

/* ---- metrics.c ---- */

/* Appends all metrics of the process; for its loop. */
void service_metrics_write(const struct process *process, struct buffer *out);

/* ---- process.c ---- */

/* Builds the parts of a process, listens, and confines it; false after logging the
 * reason. */
bool service_process_prepare(struct process *process, const struct service *service);

/* Starts its threads, the loop among them. */
void service_process_start(struct process *process);

/* ---- health.c ---- */

/* Pings the service at an address, and waits up to wait_s seconds for each step. */
enum probe_answer
service_health(enum service_name service, const char *address, int wait_s);

#endif
