/*
 * row.c - reads the values of a row from PostgreSQL's binary format, by column name.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/log.h"
#include "common/db/db.h"
#include "common/db/inside.h"

/* The cache is keyed by address, because names are mostly the same string constants. */
#define CACHE_SIZE 16

struct row_cache {
	const char *names[CACHE_SIZE];
	int columns[CACHE_SIZE];
	unsigned next;
};

struct row_cache *
db_row_cache(struct arena *arena)
{
	return arena_alloc(arena, sizeof(struct row_cache));
}

void
db_wrong_column(const char *column, const char *fault)
{
	log_error("wrong_column", LOG_TEXT("column", column), LOG_TEXT("fault", fault));
	abort();
}

int
row_column(const struct rows *rows, const char *column)
{
	struct row_cache *cache = rows->cache;
	int columns = PQnfields(rows->result);

	for (unsigned i = 0; cache != NULL && i < CACHE_SIZE; i++) {
		if (cache->names[i] == column &&
			strcmp(PQfname(rows->result, cache->columns[i]), column) == 0)
			return cache->columns[i];
	}
	for (int i = 0; i < columns; i++) {
		if (strcmp(PQfname(rows->result, i), column) != 0)
			continue;
		if (cache != NULL) {
			cache->names[cache->next % CACHE_SIZE] = column;
			cache->columns[cache->next % CACHE_SIZE] = i;
			cache->next++;
		}
		return i;
	}
	db_wrong_column(column, "the statement has no such column");
}

/* The number of a column; negative after a failure, which sticks to the call. Ends the
 * process when there is no such row or column. */
static int
locate(const struct rows *rows, int row, const char *column)
{
	if (rows->result == NULL)
		return -1;
	if (row < 0 || row >= rows->count)
		db_wrong_column(column, "there is no such row");
	return row_column(rows, column);
}

/* Reads a big-endian number of `size` bytes. */
static uint64_t
take(const char *data, size_t size)
{
	uint64_t value = 0;

	for (size_t i = 0; i < size; i++)
		value = value << 8 | (uint8_t)data[i];
	return value;
}

struct text
db_value_text(const PGresult *result, int row, int column)
{
	const char *data = PQgetvalue(result, row, column);
	uint32_t size = (uint32_t)PQgetlength(result, row, column);

	if (PQgetisnull(result, row, column))
		return (struct text){.presence = GIVEN_NULL, .data = ""};
	switch ((enum db_oid)PQftype(result, column)) {
	case OID_JSONB: /* skips the version byte */
		return (struct text){
			.presence = GIVEN, .size = size - 1, .data = data + 1};
	case OID_TEXT:
	case OID_VARCHAR:
	case OID_BPCHAR:
	case OID_NAME:
	case OID_JSON:
	case OID_BYTEA:
		return (struct text){.presence = GIVEN, .size = size, .data = data};
	case OID_BOOL:
	case OID_INT8:
	case OID_INT2:
	case OID_INT4:
	case OID_TEXT_ARRAY:
	case OID_VARCHAR_ARRAY:
	case OID_TIMESTAMPTZ:
	case OID_UUID:
	case OID_UUID_ARRAY:
		break;
	}
	db_wrong_column(PQfname(result, column), "it is not a text");
}

int64_t
db_value_integer(const PGresult *result, int row, int column)
{
	const char *data = PQgetvalue(result, row, column);
	Oid type = PQftype(result, column);

	if (PQgetisnull(result, row, column))
		return 0;
	if (type == OID_INT8)
		return (int64_t)take(data, 8);
	if (type == OID_INT4)
		return (int32_t)take(data, 4);
	if (type == OID_INT2)
		return (int16_t)take(data, 2);
	db_wrong_column(PQfname(result, column), "it is not an int8; cast it");
}

bool
db_value_boolean(const PGresult *result, int row, int column)
{
	if (PQgetisnull(result, row, column))
		return false;
	if (PQftype(result, column) != OID_BOOL)
		db_wrong_column(PQfname(result, column), "it is not a boolean");
	return PQgetvalue(result, row, column)[0] != 0;
}

int64_t
db_value_instant_us(const PGresult *result, int row, int column)
{
	if (PQgetisnull(result, row, column))
		return 0;
	if (PQftype(result, column) != OID_TIMESTAMPTZ)
		db_wrong_column(PQfname(result, column), "it is not a timestamptz");
	return (int64_t)take(PQgetvalue(result, row, column), 8) + DB_EPOCH_US;
}

struct uuid
db_value_uuid(const PGresult *result, int row, int column)
{
	struct uuid uuid = {{0}};

	if (PQgetisnull(result, row, column))
		return uuid;
	if (PQftype(result, column) != OID_UUID)
		db_wrong_column(PQfname(result, column), "it is not a uuid");
	memcpy(uuid.bytes, PQgetvalue(result, row, column), sizeof(uuid.bytes));
	return uuid;
}

struct text_list
db_value_texts(struct arena *arena, const PGresult *result, int row, int column)
{
	const char *data = PQgetvalue(result, row, column);
	Oid type = PQftype(result, column);
	struct text *items;
	uint32_t count;

	if (PQgetisnull(result, row, column))
		return (struct text_list){.presence = GIVEN_NULL};
	if (type != OID_TEXT_ARRAY && type != OID_VARCHAR_ARRAY)
		db_wrong_column(PQfname(result, column), "it is not a text[]");
	if (take(data, 4) == 0)
		return (struct text_list){.presence = GIVEN};
	if (take(data, 4) != 1)
		db_wrong_column(PQfname(result, column), "it has several dimensions");
	count = (uint32_t)take(data + 12, 4);
	items = arena_array(arena, count, sizeof(*items));
	data += 20;
	for (uint32_t i = 0; i < count; i++) {
		int32_t size = (int32_t)take(data, 4);

		if (size < 0)
			db_wrong_column(PQfname(result, column), "it holds a NULL");
		items[i] = (struct text){.presence = GIVEN,
			.size = (uint32_t)size,
			.data = arena_copy(arena, data + 4, (size_t)size)};
		data += 4 + size;
	}
	return (struct text_list){.presence = GIVEN, .count = count, .items = items};
}

bool
row_null(const struct rows *rows, int row, const char *column)
{
	int at = locate(rows, row, column);

	return at < 0 || PQgetisnull(rows->result, rows->first + row, at);
}

struct text
row_text(const struct rows *rows, int row, const char *column)
{
	int at = locate(rows, row, column);

	if (at < 0)
		return (struct text){.presence = GIVEN_NULL, .data = ""};
	return db_value_text(rows->result, rows->first + row, at);
}

struct uuid
row_uuid(const struct rows *rows, int row, const char *column)
{
	static const struct uuid none;
	int at = locate(rows, row, column);

	return at < 0 ? none : db_value_uuid(rows->result, rows->first + row, at);
}

int64_t
row_integer(const struct rows *rows, int row, const char *column)
{
	int at = locate(rows, row, column);

	return at < 0 ? 0 : db_value_integer(rows->result, rows->first + row, at);
}

bool
row_boolean(const struct rows *rows, int row, const char *column)
{
	int at = locate(rows, row, column);

	return at >= 0 && db_value_boolean(rows->result, rows->first + row, at);
}

int64_t
row_instant_us(const struct rows *rows, int row, const char *column)
{
	int at = locate(rows, row, column);

	return at < 0 ? 0 : db_value_instant_us(rows->result, rows->first + row, at);
}

struct text_list
row_texts(const struct rows *rows, int row, const char *column)
{
	int at = locate(rows, row, column);

	if (at < 0)
		return (struct text_list){.presence = GIVEN_NULL};
	return db_value_texts(rows->arena, rows->result, rows->first + row, at);
}
