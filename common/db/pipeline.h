/*
 * pipeline.h - runs single statements of many calls over a few connections, for the
 * runtime.
 *
 * A read of one statement needs no connection of its own. The statements of one turn of
 * the loop leave in one write for each connection, and one Sync ends them, so they are
 * one transaction to the server. The sessions are read-only, so a failed statement undoes
 * nothing of another call; the statements after it are sent again.
 *
 * Only the loop's thread may use it.
 */
#ifndef KITH_COMMON_DB_PIPELINE_H
#define KITH_COMMON_DB_PIPELINE_H

#include "common/db/connection.h"

/* The most connections. */
#define DB_PIPELINES_MAX 32

/* The most late statements of a connection whose results are still to come. */
#define DB_ABANDONED_MAX 64

struct db_pipelines;

/* How the fiber of a call waits for its answer and is resumed. `reader` is the argument
 * of db_pipelines_reader(). */
struct db_readers {
	void (*pause)(void *reader);
	void (*resume)(void *reader);
};

/* Creates the pipelines without a connection. They live as long as the process. */
struct db_pipelines *db_pipelines_new(const struct db_readers *readers);

/* Adds a connection of the loop, which opens at its first use. */
void db_pipelines_add(struct db_pipelines *pipelines, struct db *db);

/* The struct db of a reader's calls; it sends their statements over the pipelines'
 * connections. Lives as long as the process. */
struct db *db_pipelines_reader(struct db_pipelines *pipelines, void *reader);

/* Reads the answers on a connection whose descriptor is ready, and resumes their readers.
 * False when the connection does not belong to the pipelines. */
bool db_pipelines_ready(struct db_pipelines *pipelines, struct db *db);

/* Sends the statements of a turn, at its end. */
void db_pipelines_send(struct db_pipelines *pipelines);

/* Ends the statements whose deadline has passed, and connections that do not answer. */
void db_pipelines_expire(struct db_pipelines *pipelines);

#endif
