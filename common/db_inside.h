/*
 * db_inside.h - what the parts of db.h share; for db*.c alone.
 *
 * The connection is in libpq's pipeline mode whenever statements run: everything that a
 * statement needs first (BEGIN, PREPARE) leaves in the same write, and one Sync ends it.
 * What nobody waits for (ROLLBACK, the COMMIT of a read) is sent at once and its answer read
 * before the next one: `owed` counts such Syncs.
 */
#ifndef KITH_DB_INSIDE_H
#define KITH_DB_INSIDE_H

#include "common/db.h"

/* A statement that this connection has prepared, by the address of its SQL. */
struct db_prepared {
	const char *sql;
	unsigned number; /* its name is s<number> */
};

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
};

/* How a batch of statements went. */
enum db_outcome {
	DB_DONE,
	DB_REFUSED, /* the server said no: .result holds its error */
	DB_LOST,    /* no connection any more */
	DB_LATE,    /* no answer in time; the connection was dropped */
};

/* Connects unless connected, within the deadline (monotonic). */
bool db_connect(struct db *db, int64_t deadline_ms);

/* Closes the connection and forgets what belonged to it. */
void db_drop(struct db *db);

/* Writes what is queued and reads up to the Sync of the newest batch; the caller owns the
 * last result, which may be NULL. */
enum db_outcome db_exchange(struct db *db, int64_t deadline_ms, PGresult **result);

/* Queues a statement, and its preparation when needed; false when the connection is lost. */
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
