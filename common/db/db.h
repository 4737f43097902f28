/*
 * db.h - the interface to the database. Only this folder uses libpq.
 *
 *     struct rows *rows = db_query(call, FIND_POST, DB_CALLER(call), DB_ID(in->id));
 *     if (rows->count == 0)
 *         return call_fail(call, PROBLEM_POST_NOT_FOUND, NULL);
 *
 * A statement is a constant (statement.h) and never built from input. Each is prepared
 * once per connection, keyed by the address of its text. Parameters and results travel in
 * binary. Parameters after the last one that a statement names are ignored, so several
 * statements can get the same parameters.
 *
 * db_query() never returns NULL. A failure sticks to the call: the result has no rows,
 * and every later statement of the call does nothing. The runtime turns the failure into
 * a problem, whatever the handler returns: a violated constraint by the operation's
 * .conflicts, a serialization failure into another run, a lost connection into
 * service_unavailable. So handlers need no error path for the database.
 */
#ifndef KITH_COMMON_DB_DB_H
#define KITH_COMMON_DB_DB_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/call/call.h"
#include "common/db/statement.h"

struct rows {
	const PGresult *result; /* NULL after a failure */
	int first;              /* the number of the first row in the result */
	int count;
	int64_t affected; /* rows that INSERT, UPDATE or DELETE changed */
	struct arena *arena;
	struct row_cache *cache; /* column numbers by name */
};

enum db_type {
	DB_TYPE_TEXT,
	DB_TYPE_UUID,
	DB_TYPE_INTEGER, /* int8 */
	DB_TYPE_BOOLEAN,
	DB_TYPE_INSTANT, /* timestamptz */
	DB_TYPE_BYTES,   /* bytea */
	DB_TYPE_TEXTS,   /* text[] */
	DB_TYPE_UUIDS,   /* uuid[] */
	DB_TYPE_JSON,    /* jsonb, from its text */
};

struct db_param {
	enum db_type type;
	bool null;
	int64_t number;
	const void *data;
	size_t size; /* bytes, or elements of an array */
};

/* Builders of parameters. Those of value structs are functions, so that an argument is
 * evaluated once. DB_ID keeps a pointer to its argument, which must be a variable. */
#define DB_TEXT(value) db_param_sized(DB_TYPE_TEXT, (value))
#define DB_JSON(json_text) /* struct text */ db_param_sized(DB_TYPE_JSON, (json_text))
#define DB_STRING(value) /* a NUL-terminated C string, or NULL */ db_param_string(value)
#define DB_UUID(value) /* const struct uuid * */ \
	((struct db_param){.type = DB_TYPE_UUID, .data = (value), .size = 16})
#define DB_CALLER(call) /* the caller's id, always $1 */ \
	DB_UUID(&(call)->principal.member)
#define DB_ID(value) /* struct identifier */ \
	((struct db_param){.type = DB_TYPE_UUID, \
		.null = (value).presence != GIVEN, \
		.data = &(value).uuid, \
		.size = 16})
#define DB_INTEGER(integer) /* struct integer */ db_param_integer(integer)
#define DB_NUMBER(value) /* an int64_t */ \
	((struct db_param){.type = DB_TYPE_INTEGER, .number = (value)})
#define DB_BOOLEAN(boolean) /* struct boolean */ db_param_boolean(boolean)
#define DB_FLAG(value) /* a bool */ \
	((struct db_param){.type = DB_TYPE_BOOLEAN, .number = (value)})
#define DB_INSTANT(value) /* struct instant */ db_param_instant(value)
#define DB_TIME_US(value) /* microseconds since 1970 */ \
	((struct db_param){.type = DB_TYPE_INSTANT, .number = (value)})
#define DB_BYTES(bytes, byte_count) \
	((struct db_param){.type = DB_TYPE_BYTES, .data = (bytes), .size = (byte_count)})
#define DB_TEXTS(value) /* struct text_list */ db_param_texts(value)
#define DB_UUIDS(uuids, uuid_count) /* const struct uuid * */ \
	((struct db_param){.type = DB_TYPE_UUIDS, .data = (uuids), .size = (uuid_count)})

static inline struct db_param
db_param_sized(enum db_type type, struct text value)
{
	return (struct db_param){.type = type,
		.null = value.presence != GIVEN,
		.data = value.data,
		.size = value.size};
}

static inline struct db_param
db_param_integer(struct integer value)
{
	return (struct db_param){.type = DB_TYPE_INTEGER,
		.null = value.presence != GIVEN,
		.number = value.value};
}

static inline struct db_param
db_param_boolean(struct boolean value)
{
	return (struct db_param){.type = DB_TYPE_BOOLEAN,
		.null = value.presence != GIVEN,
		.number = value.value};
}

static inline struct db_param
db_param_instant(struct instant value)
{
	return (struct db_param){.type = DB_TYPE_INSTANT,
		.null = value.presence != GIVEN,
		.number = value.unix_us};
}

static inline struct db_param
db_param_texts(struct text_list value)
{
	return (struct db_param){.type = DB_TYPE_TEXTS,
		.null = value.presence != GIVEN,
		.data = value.items,
		.size = value.count};
}

struct db_param db_param_string(const char *string);

/* Runs one statement. Never NULL; the rows belong to the call's arena. */
struct rows *db_query_params(struct call *call, const struct statement *statement,
	const struct db_param *params, size_t count);

#define db_query(call, statement, ...) \
	db_query_params((call), (statement), (const struct db_param[]){__VA_ARGS__}, \
		sizeof((const struct db_param[]){__VA_ARGS__}) / \
			sizeof(struct db_param))
#define db_query_plain(call, statement) db_query_params((call), (statement), NULL, 0)

/* Values of a row by column name. An unknown column ends the process, because it is a
 * programming error. Texts live as long as the call. row_text() also reads jsonb as its
 * text and bytea as its bytes. NULL reads as GIVEN_NULL, 0 or false. */
bool row_null(const struct rows *rows, int row, const char *column);
struct text row_text(const struct rows *rows, int row, const char *column);
struct uuid row_uuid(const struct rows *rows, int row, const char *column);
int64_t row_integer(const struct rows *rows, int row, const char *column);
bool row_boolean(const struct rows *rows, int row, const char *column);
int64_t row_instant_us(const struct rows *rows, int row, const char *column);

/* A text[] without NULL elements; absent for NULL. */
struct text_list row_texts(const struct rows *rows, int row, const char *column);

/* The number of a column; ends the process when there is none. */
int row_column(const struct rows *rows, const char *column);

/* ---- connections: for the runtime, not for handlers ---- */

/* A connection as the PostgreSQL role of the service (NULL = as the URL says). It opens
 * at its first use, and reopens with back-off after a loss. */
struct db *db_new(const char *url, const char *service);

/* The same without the pooler of KITH_DATABASE_POOLER: for LISTEN. */
struct db *db_new_direct(const char *url, const char *service);

/* The value of a libpq connection keyword from the URL or libpq's other sources; NULL
 * when unset. Service files are not read. */
const char *db_setting(struct arena *arena, const char *url, const char *keyword);
void db_free(struct db *db);

/* Connects unless connected; false when the server is unreachable. Blocks up to 5 s. */
bool db_ready(struct db *db);

/* Describes the last failure for the log. Never send it to clients. */
const char *db_error(const struct db *db);

/* Stores that description. It begins with the SQLSTATE unless `state` is NULL. */
void db_keep_error(struct db *db, const char *state, const char *message);

/* Zeroes the call's outcome with its failure, before the handler runs or runs again. */
void db_clear(struct call *call);

/* Turns the call's failure into its problem, which replaces any that the handler set. */
void db_settle(struct call *call);

/*
 * Transaction control; each notes failures on the call like db_query(). BEGIN travels
 * with the first statement, so a transaction without statements costs nothing;
 * db_commit() waits for the database after TX_WRITE only.
 */
void db_begin(struct call *call, enum op_tx tx, bool repeatable_read);

/* Sends a statement ahead of the next one of the transaction, in the same write. Its rows
 * are discarded. When the database refuses it, the next statement fails with the same
 * error and has no effect. The parameters must stay valid until then. */
void db_send_ahead(struct call *call, const struct statement *statement,
	const struct db_param *params, size_t count);
void db_commit(struct call *call);
void db_rollback(struct call *call);

/* Whether the statements of the call run in an open transaction. */
bool db_in_transaction(struct db *db);

/* The raw connection, for LISTEN and COPY in the runtime and kithctl; NULL when there is
 * none. The caller may use PQexec() on it until the next db_query(). */
PGconn *db_connection(struct db *db);

#endif
