/*
 * kind.h - the kinds of connections, and what they differ in. For the runtime, not for handlers.
 *
 *     db_new()                a connection of one thread, which waits in poll()
 *     common/connections     one of a loop: a fiber waits for it, and other fibers go on meanwhile
 *     db_pipelines_reader()   none at all: its statements go over connections that many share
 */
#ifndef KITH_COMMON_DB_KIND_H
#define KITH_COMMON_DB_KIND_H

#include "common/db/db.h"

/* How a statement went. */
enum db_outcome {
	DB_DONE,
	DB_REFUSED, /* the server said no: the result holds its error */
	DB_LOST,    /* no connection any more */
	DB_LATE,    /* no answer in time; the connection was dropped */
};

/* A result that several readers have rows of; the last one clears it. */
struct db_shared {
	PGresult *result;
	unsigned readers;
};

/* What a statement answered: a result of its own, or some rows of one. */
struct db_answer {
	PGresult *result;         /* NULL = none */
	struct db_shared *shared; /* NULL = the result is all the reader's */
	int first, count;         /* rows, where it is shared */
};

/* Deadlines are monotonic milliseconds. */
struct db_kind {
	/* There are no transactions: each statement may leave on another connection. */
	bool shared;

	/* Sends a statement and reads its answer, which the caller owns. */
	enum db_outcome (*query)(struct call *call, const struct statement *statement,
		const struct db_param *params, size_t count, struct db_answer *answer);

	/* Connects unless connected; false when that cannot be done, or not in time. */
	bool (*connect)(struct db *db, int64_t deadline_ms);

	/* Returns when the descriptor is ready to be read, or to be written as well; false at
	 * the deadline. */
	bool (*wait)(struct db *db, bool to_write, int64_t deadline_ms);

	/* From now on, or no longer, the descriptor is of interest for writing as well. */
	void (*want_write)(struct db *db, bool wanted);

	/* The connection's descriptor is about to be closed. */
	void (*closing)(struct db *db);
};

/* Makes a connection one of another kind, before its first use. The owner is for that kind. */
void db_set_kind(struct db *db, const struct db_kind *kind, void *owner);
void *db_owner(const struct db *db);

/* What .query is for every connection that serves one call at a time. */
enum db_outcome db_query_alone(struct call *call, const struct statement *statement,
	const struct db_param *params, size_t count, struct db_answer *answer);

/* Sessions of this connection refuse to write; before it is opened. */
void db_only_read(struct db *db);

/* Has the next connection opened at the address of another one's, without asking for the host's
 * name: as long as that one is open, the server is there. NULL asks again. */
void db_stay_near(struct db *db, const struct db *other);

/* Whether there is a connection that has not failed. */
bool db_connected(const struct db *db);

/* The descriptor of a connection that is open. */
int db_socket(const struct db *db);

/* Takes in what the server says on an idle connection; false when the server has hung up. */
bool db_listen_idle(struct db *db);

/* Whether the last attempt to connect failed, and whether it is time for another one. */
bool db_is_cut_off(const struct db *db);
bool db_may_connect(const struct db *db);

/* Opens a new connection within the deadline, and waits for that in poll(). It reads the
 * parameters and nothing else, so any thread may call it; what it answers is for db_adopt(). */
PGconn *db_open(const struct db *db, int64_t deadline_ms);

/* Whether a thread is opening the connection. */
void db_set_opening(struct db *db, bool opening);
bool db_is_opening(const struct db *db);

/* Makes an opened connection this one's. False, when it did not open: it is closed, and the reason
 * is kept for the log. */
bool db_adopt(struct db *db, PGconn *connection);

/* Closes the connection and forgets what belonged to it. No statement may wait there. */
void db_drop(struct db *db);

#endif
