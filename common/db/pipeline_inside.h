/*
 * pipeline_inside.h - what pipeline.c, which asks, and pipeline_answers.c share.
 */
#ifndef KITH_COMMON_DB_PIPELINE_INSIDE_H
#define KITH_COMMON_DB_PIPELINE_INSIDE_H

#include "common/db/inside.h"
#include "common/db/pipeline.h"

/* A statement on its way; on the stack of the fiber that waits for it. */
struct request {
	struct request *next;
	void *reader;
	const char *sql;
	int64_t deadline_ms;
	bool fresh;           /* prepared along with it */
	bool unprepared;      /* that was refused, or not even tried */
	bool last;            /* a Sync follows */
	unsigned answers_due; /* of its commands */
	enum db_outcome outcome;
	bool again; /* it fell with another one's failure */
	PGresult *result;
};

struct pipeline {
	struct db *db;
	struct request *first, *last; /* in the order of their answers; db->awaited */
	unsigned opening;
	bool unsent;  /* there are statements without a Sync */
	bool blocked; /* the kernel takes no more */
};

struct db_pipelines {
	const struct db_readers *readers;
	struct pipeline list[DB_PIPELINES_MAX];
	size_t count;
};

/* Closes the connection, and all readers that wait there go on. The first request may be what the
 * connection was lost by, and counts the loss; the statements of the others had not begun. */
void db_pipelines_lose(struct db_pipelines *pipelines, struct pipeline *pipeline);

/* Hands the kernel what it takes now; false when the connection is of no use. */
bool db_pipelines_flush(struct pipeline *pipeline);

#endif
