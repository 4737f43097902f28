/*
 * inside.h - what the parts of db.h share; for db*.c alone.
 *
 * The connection is in libpq's pipeline mode whenever statements run: everything that a
 * statement needs first (BEGIN, PREPARE) leaves in the same write, and one Sync ends it.
 * What nobody waits for (ROLLBACK, the COMMIT of a read) is sent at once and its answer read
 * before the next one: `owed` counts such Syncs.
 */
#ifndef KITH_COMMON_DB_INSIDE_H
#define KITH_COMMON_DB_INSIDE_H

#include "common/db/db.h"

/* A statement that this connection has prepared, by the address of its SQL. */
struct db_prepared {
	const char *sql;
	unsigned number; /* its name is s<number> */
	size_t params;   /* that it names */
};

/*
 * How to wait for the database without holding up the thread: for connections whose calls
 * run in fibers of one loop. A connection without it waits in poll().
 */
struct db_waiting {
	/* Returns when the descriptor is ready, or false at the deadline (monotonic). */
	bool (*ready)(void *data, struct db *db, bool to_write, int64_t deadline_ms);

	/* Has db_open() called by a thread that may be held up; whether that went well, or
	 * false at the deadline (monotonic). */
	bool (*connect)(void *data, struct db *db, int64_t deadline_ms);

	/* From now on, or no longer, the descriptor is of interest for writing as well. */
	void (*want_write)(void *data, struct db *db, bool wanted);

	/* The connection's descriptor is about to be closed. */
	void (*closing)(void *data, struct db *db);
	void *data;
};

struct db_pipelines;

struct db {
	char **keywords, **values; /* libpq's parameters, both ended by NULL */
	PGconn *connection;
	int64_t next_attempt_ms; /* monotonic; no attempt to connect before it */
	int64_t backoff_ms;
	struct db_prepared *prepared; /* open addressing; capacity is a power of two */
	unsigned prepared_capacity, prepared_count, prepared_number;
	const char *begin; /* to be sent with the next statement */
	enum op_tx tx;
	bool began; /* a BEGIN was sent */
	unsigned owed;
	const struct conflict *conflict; /* of the call's failure */
	const char *detail;              /* of the call's failure, for the caller */
	char error[256];
	const struct db_waiting *waiting; /* NULL = in poll() */
	bool opening; /* for .waiting: a thread is at it, whoever waits for that */
	struct db_pipelines *pipelines; /* statements go this way; NULL = .connection */
	void *reader;                   /* whose statements they are, for .pipelines */
};

/* How a batch of statements went. */
enum db_outcome {
	DB_DONE,
	DB_REFUSED, /* the server said no: .result holds its error */
	DB_LOST,    /* no connection any more */
	DB_LATE,    /* no answer in time; the connection was dropped */
};

/* Memory of the runtime, as malloc() gave it; without it the process ends. */
void *db_must(void *memory);

/* Connects unless connected, within the deadline (monotonic). */
bool db_connect(struct db *db, int64_t deadline_ms);

/* Closes the connection and forgets what belonged to it. */
void db_drop(struct db *db);

/* Sessions of this connection refuse to write; before it is opened. */
void db_only_read(struct db *db);

/* Whether there is a connection that has not failed. */
bool db_connected(const struct db *db);

/* Opens a new connection within the deadline, whatever .waiting says. It reads the parameters
 * and nothing else, so any thread may call it; what it answers is for db_adopt(). */
PGconn *db_open(const struct db *db, int64_t deadline_ms);

/* Takes a connection over. One that is not open is closed, and why is noted; false then. */
bool db_adopt(struct db *db, PGconn *connection);

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

/* Carries out a statement of a read among those of others (pipeline.c). */
enum db_outcome db_pipelines_query(struct call *call, const char *sql,
	const struct db_param *params, size_t count, PGresult **result);

/* Writes what is queued and reads up to the Sync of the newest batch; the caller owns the
 * last result, which may be NULL. */
enum db_outcome db_exchange(struct db *db, int64_t deadline_ms, PGresult **result);

/* Queues a statement, and its preparation when needed, with as many of the parameters as it
 * names; false when the connection is lost. */
bool db_queue(struct db *db, const char *sql, const struct db_param *params, size_t count,
	struct arena *arena);

/* Keeps a sentence about a failure for the log. */
void db_keep_error(struct db *db, const char *state, const char *message);

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

/* PostgreSQL's types that travel, by their fixed numbers (catalog/pg_type.dat). */
enum db_oid {
	OID_BOOL = 16,
	OID_BYTEA = 17,
	OID_NAME = 19,
	OID_INT8 = 20,
	OID_INT2 = 21,
	OID_INT4 = 23,
	OID_TEXT = 25,
	OID_JSON = 114,
	OID_TEXT_ARRAY = 1009,
	OID_VARCHAR_ARRAY = 1015,
	OID_BPCHAR = 1042,
	OID_VARCHAR = 1043,
	OID_TIMESTAMPTZ = 1184,
	OID_UUID = 2950,
	OID_UUID_ARRAY = 2951,
	OID_JSONB = 3802,
};

/* Microseconds from 1970-01-01 to 2000-01-01, PostgreSQL's epoch. */
#define DB_EPOCH_US INT64_C(946684800000000)

/* An empty cache of column numbers. */
struct row_cache *db_row_cache(struct arena *arena);

/* A value of a column as its bytes travel. */
struct text db_value_text(const PGresult *result, int row, int column);
int64_t db_value_integer(const PGresult *result, int row, int column);
bool db_value_boolean(const PGresult *result, int row, int column);
int64_t db_value_instant_us(const PGresult *result, int row, int column);
struct uuid db_value_uuid(const PGresult *result, int row, int column);
struct text_list
db_value_texts(struct arena *arena, const PGresult *result, int row, int column);

/* Ends the process: the program asked for a column that is not there, or not so. */
_Noreturn void db_wrong_column(const char *column, const char *fault);

#endif
