/*
 * metrics.h - figures of a process in the text format 0.0.4 that Prometheus reads.
 *
 * The labels of a figure are names from the contract (services, operations, problems) or fixed
 * words, never what a client sent: so there are only so many series, whatever happens.
 */
#ifndef KITH_COMMON_METRICS_METRICS_H
#define KITH_COMMON_METRICS_METRICS_H

#include <stdatomic.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "proto/op.h"

/* Operations of the contract that have figures of their own; a test keeps it above their number. */
#define METRICS_OPS_MAX 512

/* Finite bounds of the histograms. */
#define METRICS_BOUNDS 12

/* How calls of one operation ended, and how long they took. */
struct metrics_op {
	atomic_uint_fast64_t by_problem[PROBLEM_COUNT]; /* PROBLEM_NONE: with none */
	atomic_uint_fast64_t buckets[METRICS_BOUNDS + 1];
	atomic_uint_fast64_t total_us;
};

/* Opens what the process's own figures are read from, and notes when it began; before it confines
 * itself. */
void metrics_prepare(void);

/* Counts one call that was answered. Any thread may. */
void metrics_op_note(struct metrics_op *of, enum problem problem, int64_t duration_us);

/* How many calls were counted. */
uint64_t metrics_op_count(const struct metrics_op *of);

/* The head of a family: what follows are its samples. The type is "counter", "gauge" or
 * "histogram". */
void
metrics_family(struct buffer *out, const char *name, const char *type, const char *help);

/* A formatted piece, such as a sample with the end of its line. */
void metrics_add(struct buffer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The samples of one operation in a family of problems, and in one of durations in seconds. The
 * labels stand as they are written between braces: op="post_get". */
void metrics_op_problems(struct buffer *out, const char *family, const char *labels,
	const struct metrics_op *of);
void metrics_op_seconds(struct buffer *out, const char *family, const char *labels,
	const struct metrics_op *of);

/* The process's memory, time on CPUs, begin and version. */
void metrics_process(struct buffer *out, enum service_name process);

#endif
