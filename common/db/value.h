/*
 * value.h - values of a result by column number, for common/reply, which reads rows by
 * the fields of a record. Handlers use the row_ functions of db.h.
 */
#ifndef KITH_COMMON_DB_VALUE_H
#define KITH_COMMON_DB_VALUE_H

#include "common/db/db.h"

/* The fixed object ids of the types in use (PostgreSQL's catalog/pg_type.dat). */
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

/* The value of a column, decoded from the binary format. */
struct text db_value_text(const PGresult *result, int row, int column);
int64_t db_value_integer(const PGresult *result, int row, int column);
bool db_value_boolean(const PGresult *result, int row, int column);
int64_t db_value_instant_us(const PGresult *result, int row, int column);
struct uuid db_value_uuid(const PGresult *result, int row, int column);
struct text_list
db_value_texts(struct arena *arena, const PGresult *result, int row, int column);

/* Ends the process, because the program has read a column that is missing or of another
 * type. */
_Noreturn void db_wrong_column(const char *column, const char *fault);

#endif
