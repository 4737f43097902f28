/*
 * inside.h - what the files of common/db share; no other room includes it.
 *
 * The connection is in libpq's pipeline mode whenever statements run: everything that a
 * statement needs first (BEGIN, PREPARE) leaves in the same write, and one Sync ends it.
 * A ROLLBACK, and the COMMIT of a transaction that only read, are sent without waiting for
 * their answers, which are read before the next statement's: `owed` counts their Syncs.
 */
#ifndef KITH_COMMON_DB_INSIDE_H
#define KITH_COMMON_DB_INSIDE_H

#include "common/db/kind.h"
#include "common/db/value.h"

/* A statement that this connection has prepared, by the address of its SQL. */
struct db_prepared {
	const char *sql;
	unsigned number; /* its name is s<number> */
	size_t params;   /* that it names */
};

/* A statement that leaves ahead of the next one: see db_send_ahead(). */
struct db_ahead {
	const char *sql;
	const struct db_param *params;
	size_t count;
};

struct db {
	char **keywords, **values; /* libpq's parameters, both ended by NULL */
	PGconn *connection;
	int64_t next_attempt_ms; /* monotonic; no attempt to connect before it */
	int64_t backoff_ms;
	struct db_prepared *prepared; /* open addressing; capacity is a power of two */
	unsigned prepared_capacity, prepared_count, prepared_number;
	const char *begin;            /* to be sent with the next statement */
	const struct db_ahead *ahead; /* likewise, behind BEGIN; NULL = nothing */
	enum op_tx tx;
	bool began; /* a BEGIN was sent */
	unsigned owed;
	unsigned answered; /* commands of the last batch that were carried out */
	unsigned awaited;  /* statements of others on the connection (pipeline.c) */
	char error[256];
	const struct db_kind *kind; /* never NULL */
	void *owner;                /* for the kind */
	bool opening;               /* a thread opens the connection */
	bool fixed;                 /* the URL says at which address the host is */
	bool pooled; /* by transactions: the next one may be another session's */
};

/* What libpq is told: by the URL, by our defaults, and by the service that connects (NULL = as the
 * URL's own user). Once, before the first connection. */
void db_set_parameters(struct db *db, const char *url, const char *service);

/* Memory of the runtime, as malloc() gave it; without it the process ends. */
void *db_must(void *memory);

/* Whether the server knows no such statement. */
bool db_is_unprepared(const PGresult *result);

/* Whether the server has forgotten the statement, or what it answers has another shape since
 * a migration: preparing it anew is the cure. */
bool db_is_stale(const PGresult *result);

/* Whether the server ends the session: "57P01" and the like are not about the statement that
 * happened to be the next. */
bool db_is_farewell(const PGresult *result);

/* Whether a statement has begun a COPY: nothing that reads results comes to its end. */
bool db_is_copy(ExecStatusType status);

/* Whether the statement needs no preparation. */
bool db_is_prepared(const struct db *db, const char *sql);

/* Forgets that a statement is prepared. */
void db_unprepare(struct db *db, const char *sql);

/* Until when an answer is waited for (monotonic): the call's deadline, and some time more for the
 * server to say itself that it is late. */
int64_t db_answer_by_ms(const struct call *call);

/* Enters pipeline mode, unless it is there already. */
void db_enter_pipeline(struct db *db);

/* Writes what is queued and reads up to the Sync of the newest batch; the caller owns the
 * last result, which may be NULL. */
enum db_outcome db_exchange(struct db *db, int64_t deadline_ms, PGresult **result);

/* Queues a statement, and its preparation when needed, with as many of the parameters as it
 * names; false when the connection is lost. */
bool db_queue(struct db *db, const char *sql, const struct db_param *params, size_t count,
	struct arena *arena);

/* The binary form of parameters, in the arena. */
struct db_encoded {
	Oid *types;
	const char **values;
	int *lengths;
	int *formats;
};

struct db_encoded
db_encode(struct arena *arena, const struct db_param *params, size_t count);

/* Notes on the call what a failed batch means. */
void db_note_failure(struct call *call, enum db_outcome outcome, const PGresult *result);

/* One reader less of a struct db_shared, as an arena calls it. */
void db_leave_shared(void *shared);

/* An empty cache of column numbers. */
struct row_cache *db_row_cache(struct arena *arena);

#endif
