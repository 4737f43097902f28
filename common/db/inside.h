/*
 * inside.h - what the files of common/db share; no other room includes it.
 *
 * The files depend on each other downward only:
 *
 *     pipeline.c               statements of many calls over a few connections
 *     pipeline_connection.c    one of these connections
 *     batch.c                  requests of one turn that leave as one statement
 *     query.c                  one statement over a connection of its own
 *     tx.c                     transactions
 *     failure.c                what a failure means to the call
 *     exchange.c               prepares and queues statements, reads results
 *     connection.c             opens, closes, keeps the last error
 *     options.c                the options with which libpq connects
 *     param.c, row.c, statement.c
 *
 * A connection is in libpq's pipeline mode whenever statements run. A statement and all
 * that must precede it (BEGIN, PREPARE) leave in one write, and one Sync ends them.
 */
#ifndef KITH_COMMON_DB_INSIDE_H
#define KITH_COMMON_DB_INSIDE_H

#include <stdlib.h>

#include "common/base/log.h"
#include "common/db/connection.h"
#include "common/db/value.h"

/* A statement that the connection has prepared, keyed by the address of its SQL. */
struct db_prepared {
	const char *sql;
	unsigned number; /* its name is s<number>; 0 = not prepared */
	size_t params;   /* how many it names */
};

/* A statement that leaves ahead of the next one: see db_send_ahead(). */
struct db_ahead {
	const char *sql;
	const struct db_param *params;
	size_t count;
};

struct db {
	char **keywords, **values; /* libpq's options, both ended by NULL */
	PGconn *connection;
	int64_t next_attempt_ms; /* monotonic; no attempt to connect before it */
	int64_t backoff_ms;
	struct db_prepared *prepared; /* open addressing; capacity is a power of two */
	unsigned prepared_capacity, prepared_count, prepared_number;
	const char *begin;            /* leaves with the next statement */
	const struct db_ahead *ahead; /* the same, after BEGIN; NULL = nothing */
	enum op_tx tx;
	bool began;    /* a BEGIN was sent */
	unsigned owed; /* Syncs of ROLLBACK and COMMIT whose answers nobody waits for */
	unsigned answered; /* commands of the last exchange that succeeded */
	unsigned awaited;  /* requests of a pipeline on this connection */
	char error[256];
	const struct db_kind *kind; /* never NULL */
	void *owner;                /* for the kind */
	bool opening;               /* a thread opens the connection */
	bool fixed;                 /* the URL gives the host's address */
	bool pooled; /* by transactions: the next one may run in another session */
};

/* Ends the process when an allocation fails. */
static inline void *
db_must(void *memory)
{
	if (memory == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "db"));
		abort();
	}
	return memory;
}

/* ---- options.c ---- */

/* Sets libpq's options from the URL, the defaults, and the role of the service (NULL =
 * the URL's user). Once, before the first connection; false when the URL is malformed. */
bool db_set_options(struct db *db, const char *url, const char *service);

/* ---- param.c and row.c ---- */

/* The binary form of parameters, in the arena. */
struct db_encoded {
	Oid *types;
	const char **values;
	int *lengths;
	int *formats;
};

struct db_encoded
db_encode(struct arena *arena, const struct db_param *params, size_t count);

struct row_cache *db_row_cache(struct arena *arena);

/* ---- exchange.c ---- */

/* Whether the server does not know the statement. */
bool db_is_unprepared(const PGresult *result);

/* Whether the statement must be prepared again: the server does not know it, or a
 * migration has changed the type of its result. */
bool db_is_stale(const PGresult *result);

/* Whether the server ends the session (SQLSTATE 57P..), whatever the statement was. */
bool db_is_shutdown(const PGresult *result);

/* Whether a statement has begun a COPY, which code that reads results would never
 * finish. */
bool db_is_copy(ExecStatusType status);

bool db_is_prepared(const struct db *db, const char *sql);

/* Forgets that a statement is prepared. */
void db_unprepare(struct db *db, const char *sql);

/* Enters pipeline mode unless the connection is in it. */
void db_enter_pipeline(struct db *db);

/* Queues a statement and, when needed, its preparation, with as many of the parameters as
 * it names. False when the connection is lost. */
bool db_queue(struct db *db, const char *sql, const struct db_param *params, size_t count,
	struct arena *arena);

/* Writes what is queued and reads up to the newest Sync. The caller owns the last result,
 * or the first error; it may be NULL. */
enum db_outcome db_exchange(struct db *db, int64_t deadline_ms, PGresult **result);

/* ---- failure.c ---- */

/* Notes on the call what a failed statement means. */
void db_note_failure(struct call *call, enum db_outcome outcome, const PGresult *result);

/* ---- query.c ---- */

/* A result of a batch; the last of its readers clears it. */
struct db_shared {
	PGresult *result;
	unsigned readers;
};

struct db_answer {
	PGresult *result;         /* NULL = none */
	struct db_shared *shared; /* NULL = the whole result is the caller's */
	int first, count;         /* the caller's rows of a shared result */
};

/* When to give up waiting (monotonic): the call's deadline and a grace period, in which
 * the server reports its own timeout. */
int64_t db_answer_by_ms(const struct call *call);

/* ---- batch.c ---- */

/* A statement in a pipeline; on the stack of the fiber that waits for it, unless it is
 * abandoned. */
struct request {
	struct request *next; /* the next one that is pending, or in the pipeline */
	struct request *rest; /* the other members of the batch that this one leads */
	size_t members;       /* of that batch, this one included */
	void *reader;
	const struct statement *statement;
	const struct db_param *params;
	size_t count;
	struct arena *arena; /* of the call */
	int64_t deadline_ms;
	const char *sql;       /* as it was sent: the statement's or the batch's */
	bool alone;            /* joins no batch, because one with it has failed */
	bool fresh;            /* its preparation was sent with it */
	bool unprepared;       /* the preparation failed or was not run */
	bool synced;           /* a Sync follows */
	bool abandoned;        /* a copy that only takes the results of a late one */
	unsigned commands_due; /* commands without all their results */
	enum db_outcome outcome;
	const struct db *lost; /* the lost connection, which has the error */
	struct db_answer answer;
};

/* Adds a request to the batch of another pending one; false when they cannot be one. */
bool db_batch_join(struct request *leader, struct request *request);

/* Queues the statement of a batch, or of a single request; false when the connection is
 * lost. */
bool db_batch_queue(struct db *db, struct request *leader);

/* Gives each member of a batch its rows. When the statement failed, each member is to be
 * sent alone, because only one of them may have caused the failure. */
void db_batch_share(struct request *leader);

/* ---- pipeline_connection.c ---- */

struct db_readers;

/* The requests on one connection, in the order of their answers. */
struct pipeline {
	struct db *db; /* .awaited counts them */
	const struct db_readers *readers;
	struct request *first, *last;
	unsigned opening; /* readers that wait until it is open */
	bool blocked;     /* the kernel accepts no more bytes */
	size_t abandoned; /* requests that nobody waits for */
	int64_t heard_ms; /* when the server last sent something, or was idle */
};

/* Queues a request on an open connection. */
void db_pipeline_enqueue(struct pipeline *pipeline, struct request *request);

/* Ends what was queued since the last Sync with another one, and sends it. */
void db_pipeline_send(struct pipeline *pipeline);

/* Reads what has arrived and resumes the readers whose answers are complete. */
void db_pipeline_read(struct pipeline *pipeline);

/* Closes a connection. Its first request may be the cause and counts a loss; the
 * statements of the others had not begun, so these are sent again. */
void db_pipeline_lose(struct pipeline *pipeline);

/* Ends the requests whose deadline has passed. The server ends their statements by its
 * own timeout, and the connection serves the others meanwhile. */
void db_pipeline_abandon_late(struct pipeline *pipeline, int64_t now_ms);

/* Ends the requests of a batch without an answer; those that are late stay so. */
void db_pipeline_end(
	const struct pipeline *pipeline, struct request *leader, enum db_outcome outcome);

#endif
