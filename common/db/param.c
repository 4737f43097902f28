/*
 * param.c - encodes parameters in PostgreSQL's binary format, which is big-endian.
 */
#include <string.h>

#include "common/db/db.h"
#include "common/db/inside.h"

struct db_param
db_param_string(const char *string)
{
	return (struct db_param){
		.type = DB_TYPE_TEXT,
		.null = string == NULL,
		.data = string,
		.size = string == NULL ? 0 : strlen(string),
	};
}

static const Oid param_oids[] = {
	[DB_TYPE_TEXT] = OID_TEXT,
	[DB_TYPE_UUID] = OID_UUID,
	[DB_TYPE_INTEGER] = OID_INT8,
	[DB_TYPE_BOOLEAN] = OID_BOOL,
	[DB_TYPE_INSTANT] = OID_TIMESTAMPTZ,
	[DB_TYPE_BYTES] = OID_BYTEA,
	[DB_TYPE_TEXTS] = OID_TEXT_ARRAY,
	[DB_TYPE_UUIDS] = OID_UUID_ARRAY,
	[DB_TYPE_JSON] = OID_JSONB,
};

static void
put(struct buffer *out, uint64_t value, size_t size)
{
	uint8_t *to = buffer_reserve(out, size);

	for (size_t i = 0; i < size; i++)
		to[i] = (uint8_t)(value >> (8 * (size - 1 - i)));
	out->size += size;
}

/* Writes the head of a one-dimensional array without NULLs. An empty array has no
 * dimension. */
static void
put_array_head(struct buffer *out, Oid element, size_t count)
{
	put(out, count == 0 ? 0 : 1, 4);
	put(out, 0, 4);
	put(out, element, 4);
	if (count == 0)
		return;
	put(out, count, 4);
	put(out, 1, 4);
}

static void
put_texts(struct buffer *out, const struct text *items, size_t count)
{
	put_array_head(out, OID_TEXT, count);
	for (size_t i = 0; i < count; i++) {
		put(out, items[i].size, 4);
		buffer_append(out, items[i].data, items[i].size);
	}
}

static void
put_uuids(struct buffer *out, const struct uuid *items, size_t count)
{
	put_array_head(out, OID_UUID, count);
	for (size_t i = 0; i < count; i++) {
		put(out, sizeof(items[i].bytes), 4);
		buffer_append(out, items[i].bytes, sizeof(items[i].bytes));
	}
}

/* Writes the bytes of one parameter that is not NULL. */
static void
put_param(struct buffer *out, const struct db_param *param)
{
	switch (param->type) {
	case DB_TYPE_TEXT:
	case DB_TYPE_UUID:
	case DB_TYPE_BYTES:
		buffer_append(out, param->data, param->size);
		break;
	case DB_TYPE_INTEGER:
		put(out, (uint64_t)param->number, 8);
		break;
	case DB_TYPE_BOOLEAN:
		put(out, param->number != 0, 1);
		break;
	case DB_TYPE_INSTANT:
		put(out, (uint64_t)(param->number - DB_EPOCH_US), 8);
		break;
	case DB_TYPE_TEXTS:
		put_texts(out, param->data, param->size);
		break;
	case DB_TYPE_UUIDS:
		put_uuids(out, param->data, param->size);
		break;
	case DB_TYPE_JSON:
		put(out, 1, 1);
		buffer_append(out, param->data, param->size);
		break;
	}
}

struct db_encoded
db_encode(struct arena *arena, const struct db_param *params, size_t count)
{
	struct db_encoded encoded = {
		.types = arena_array(arena, count + 1, sizeof(Oid)),
		.values = arena_array(arena, count + 1, sizeof(char *)),
		.lengths = arena_array(arena, count + 1, sizeof(int)),
		.formats = arena_array(arena, count + 1, sizeof(int)),
	};

	for (size_t i = 0; i < count; i++) {
		struct buffer bytes = {.arena = arena};

		encoded.types[i] = param_oids[params[i].type];
		encoded.formats[i] = 1;
		if (params[i].null)
			continue;
		buffer_reserve(&bytes, 1);
		put_param(&bytes, &params[i]);
		encoded.values[i] = (const char *)bytes.data;
		encoded.lengths[i] = (int)bytes.size;
	}
	return encoded;
}
