/*
 * pipeline.h - single statements of many reads over a few connections. For the runtime.
 *
 * Reads of one statement need no connection of their own. What the calls of one turn of the
 * loop ask for leaves in one write per connection, ends with one Sync, and is one transaction
 * to the server: that halves what a read costs on both sides. The sessions are read-only, so
 * nothing that belongs to somebody else can be undone when a statement fails: those behind it
 * are sent again.
 *
 * All of it belongs to the thread of the loop.
 */
#ifndef KITH_COMMON_DB_PIPELINE_H
#define KITH_COMMON_DB_PIPELINE_H

#include "common/db/kind.h"

/* Connections at most. */
#define DB_PIPELINES_MAX 32

struct db_pipelines;

/* How the fiber of a call waits for its answer, and is told that it has come. `reader` is
 * what db_pipelines_reader() was given. */
struct db_readers {
	void (*pause)(void *reader);
	void (*resume)(void *reader);
};

/* No connections yet; lives as long as the process. */
struct db_pipelines *db_pipelines_new(const struct db_readers *readers);

/* Adds a connection of a loop, which is opened when it is needed. */
void db_pipelines_add(struct db_pipelines *pipelines, struct db *db);

/* What db_query() of a reader's calls is given: a connection in name only, which sends statements
 * over those of the pipelines. Of the statements of those who read lists a connection has few at a
 * time, so that the others do not wait for many of them. */
struct db *
db_pipelines_reader(struct db_pipelines *pipelines, void *reader, bool reads_lists);

/* The descriptor of a connection is ready: takes its answers and resumes who waits for them.
 * Answers false when the connection is none of these. */
bool db_pipelines_ready(struct db_pipelines *pipelines, struct db *db);

/* At the end of a turn: sends what the turn has gathered. */
void db_pipelines_send(struct db_pipelines *pipelines);

/* Ends connections whose answers are overdue. */
void db_pipelines_expire(struct db_pipelines *pipelines);

#endif
