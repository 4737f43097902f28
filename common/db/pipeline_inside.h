/*
 * pipeline_inside.h - what pipeline.c, which asks, pipeline_answers.c and pipeline_many.c share.
 */
#ifndef KITH_COMMON_DB_PIPELINE_INSIDE_H
#define KITH_COMMON_DB_PIPELINE_INSIDE_H

#include "common/db/inside.h"
#include "common/db/pipeline.h"

/* Readers whose statements leave as one, at most: the more, the longer each waits for all. */
#define DB_MANY_MAX 16

/* Statements of those who read lists that a connection has at most. */
#define DB_LISTS_MAX 8

/* A statement on its way; on the stack of the fiber that waits for it. */
struct request {
	struct request *next;
	void *reader;
	const struct statement *statement;
	const struct db_param *params;
	size_t count;
	struct arena *arena; /* of the call */
	int64_t deadline_ms;
	uint64_t asked,
		entered; /* in which rounds it was asked for, and came into a line */
	bool of_list;    /* its reader reads lists */
	const char *sql; /* as it was sent: its own, or that for many */
	struct request
		*company;     /* whose statement leaves with this one, in their order */
	size_t readers;       /* this one and its company */
	bool alone;           /* it wants no company */
	bool fresh;           /* prepared along with it */
	bool unprepared;      /* that was refused, or not even tried */
	bool last;            /* a Sync follows */
	unsigned answers_due; /* of its commands */
	enum db_outcome outcome;
	bool again;            /* it fell with another one's failure */
	const struct db *lost; /* the connection, where that is the outcome */
	struct db_answer answer;
};

struct pipeline {
	struct db *db;
	struct request *first, *last; /* in the order of their answers; db->awaited */
	unsigned opening;
	unsigned lists; /* of the requests, those of lists */
	unsigned syncs; /* that are not answered */
	bool unsent;    /* there are statements without a Sync */
	bool blocked;   /* the kernel takes no more */
};

/* A statement of this program as it is sent for many readers. */
struct many {
	const char *sql; /* for one */
	char *for_many;
};

struct db_pipelines {
	const struct db_readers *readers;
	struct pipeline list[DB_PIPELINES_MAX];
	size_t count;
	struct request *
		gathered; /* on no connection yet, with their company; the oldest first */
	size_t gathered_readers;
	uint64_t round; /* how often statements have been sent */
	struct many *many;
	size_t many_count;
};

/* ---- pipeline.c ---- */

/* Puts a statement into a connection's line; false when the connection is of no use. */
bool db_pipelines_enqueue(struct db_pipelines *pipelines, struct pipeline *pipeline,
	struct request *request);

/* Notes which readers of a statement have waited for too long; false when none has. */
bool db_pipelines_mark_late(struct request *request, int64_t now_ms);

/* ---- pipeline_many.c ---- */

/* Whether the statement may leave with those of others. */
bool db_many_may(const struct request *request);

/* Has a statement wait until it may leave, or join one that does. */
void db_many_gather(struct db_pipelines *pipelines, struct request *request);

/* At the end of a turn: puts what is gathered into the line of the connection with the least to do. While
 * all have something to do it waits for more company, but for what has as much as it may have, and for what
 * would have been answered by then. */
void db_many_leave(struct db_pipelines *pipelines);

/* Ends the wait of readers who are late. */
void db_many_expire(struct db_pipelines *pipelines, int64_t now_ms);

/* Queues a statement with those of its company; false when the connection is lost. */
bool db_many_queue(struct db_pipelines *pipelines, struct pipeline *pipeline,
	struct request *request);

/* Gives each of the company its rows of the answer; or, when it was refused, has each be sent alone, as
 * it may be only one of them that it was refused for. */
void db_many_share(struct request *request);

/* ---- pipeline_answers.c ---- */

/* Closes the connection, and all readers that wait there go on. The first request may be what the
 * connection was lost by, and counts the loss; the statements of the others had not begun. */
void db_pipelines_lose(struct db_pipelines *pipelines, struct pipeline *pipeline);

/* The readers of a request learn that its connection is lost (DB_LOST), or ask again (DB_DONE), but for
 * those that are late. */
void db_pipelines_drop(struct db_pipelines *pipelines, struct request *request,
	enum db_outcome outcome, const struct db *lost);

/* Hands the kernel what it takes now; false when the connection is of no use. */
bool db_pipelines_flush(struct pipeline *pipeline);

#endif
