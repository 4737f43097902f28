/*
 * pipeline.h - single statements of many calls over a few connections. For the runtime.
 *
 * A read of one statement needs no connection of its own. The statements of one turn of
 * the loop leave in one write for each connection, end with one Sync, and are one
 * transaction to the server. The sessions are read-only, so a failed statement undoes
 * nothing that belongs to another call: the statements after it are sent again.
 *
 * All of it belongs to the loop's thread.
 */
#ifndef KITH_COMMON_DB_PIPELINE_H
#define KITH_COMMON_DB_PIPELINE_H

#include "common/db/connection.h"

/* Connections at most. */
#define DB_PIPELINES_MAX 32

struct db_pipelines;

/* How the fiber of a call waits for its answer, and goes on when the answer has come.
 * `reader` is what db_pipelines_reader() was given. */
struct db_readers {
	void (*pause)(void *reader);
	void (*resume)(void *reader);
};

/* No connections yet; lives as long as the process. */
struct db_pipelines *db_pipelines_new(const struct db_readers *readers);

/* Adds a connection of the loop, which opens at its first use. */
void db_pipelines_add(struct db_pipelines *pipelines, struct db *db);

/* The struct db of a reader's calls; it sends their statements over the pipelines'
 * connections. Lives as long as the process. */
struct db *db_pipelines_reader(struct db_pipelines *pipelines, void *reader);

/* Takes the answers of a connection whose descriptor is ready, and resumes their readers.
 * False when the connection is none of the pipelines'. */
bool db_pipelines_ready(struct db_pipelines *pipelines, struct db *db);

/* At the end of a turn: sends the turn's statements. */
void db_pipelines_send(struct db_pipelines *pipelines);

/* Ends connections whose answers are overdue. */
void db_pipelines_expire(struct db_pipelines *pipelines);

#endif
