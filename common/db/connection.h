/*
 * connection.h - connections for the runtime, and the kinds of them. Not for handlers.
 *
 *     db_new()                one thread waits for the answer in poll()
 *     common/connections      a fiber waits, while other fibers of the loop run
 *     db_pipelines_reader()   statements travel over connections that calls share
 */
#ifndef KITH_COMMON_DB_CONNECTION_H
#define KITH_COMMON_DB_CONNECTION_H

#include "common/db/db.h"

/* How a statement ended. */
enum db_outcome {
	DB_DONE,
	DB_REFUSED, /* the result holds the server's error */
	DB_LOST,    /* the connection is gone */
	DB_LATE,    /* no answer in time; the connection was dropped */
	DB_AGAIN,   /* in a pipeline only: the statement was not run, so send it again */
};

struct db_answer;

/* The operations in which the kinds of connections differ. Deadlines are monotonic
 * milliseconds. */
struct db_kind {
	/* Sends a statement and reads its answer, which the caller owns. NULL: query.c
	 * does that over the connection itself. A kind with a query of its own has no
	 * transactions. */
	enum db_outcome (*query)(struct call *call, const struct statement *statement,
		const struct db_param *params, size_t count, struct db_answer *answer);

	/* Connects unless connected; false when the server is not reached in time. */
	bool (*connect)(struct db *db, int64_t deadline_ms);

	/* Returns when the descriptor can be read, or also be written; false at the
	 * deadline. */
	bool (*wait)(struct db *db, bool to_write, int64_t deadline_ms);

	/* Begins or ends to watch the descriptor for writing; for the connections of a
	 * pipeline. */
	void (*want_write)(struct db *db, bool wanted);

	/* Called before the connection's descriptor is closed; may be NULL. */
	void (*closing)(struct db *db);
};

/* Sets the kind of a connection before its first use. Only the kind uses the owner. */
void db_set_kind(struct db *db, const struct db_kind *kind, void *owner);
void *db_owner(const struct db *db);

/* Makes the sessions of this connection read-only. Call it before the connection
 * opens. */
void db_only_read(struct db *db);

/* Opens the next connection at the address of another open one, without a lookup of the
 * host's name. NULL restores the lookup. */
void db_stay_near(struct db *db, const struct db *other);

/* Whether there is a connection that has not failed. */
bool db_connected(const struct db *db);

/* The descriptor of an open connection. */
int db_socket(const struct db *db);

/* Reads what the server sends on an idle connection; false when the server has closed
 * it. */
bool db_listen_idle(struct db *db);

/* Whether the last attempt to connect failed, and whether the next one may begin. */
bool db_is_cut_off(const struct db *db);
bool db_may_connect(const struct db *db);

/* Opens a new connection within the deadline, and waits for it in poll(). Any thread may
 * call this, because it only reads the options. The result is for db_adopt(). */
PGconn *db_open(const struct db *db, int64_t deadline_ms);

/* Whether a thread is opening the connection. */
void db_set_opening(struct db *db, bool opening);
bool db_is_opening(const struct db *db);

/* Takes over an opened connection. When it failed, closes it, keeps the error for the log
 * and returns false. */
bool db_adopt(struct db *db, PGconn *connection);

/* Closes the connection and forgets its state. No request may be waiting for it. */
void db_drop(struct db *db);

#endif
