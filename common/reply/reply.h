/*
 * reply.h - encodes rows as msgpack, by the operation's output record.
 *
 * A column has the field's name in SQL spelling: created_at for "createdAt",
 * targets_public for the field "public" of the nested object "targets". A nullable object
 * ("profile") needs a boolean column of its own name that says whether it exists.
 * Identifiers get their prefix, times become RFC 3339, media ids become URLs. A missing
 * column is a programming error and aborts the process, so every test of an operation
 * also checks its SQL against its record.
 */
#ifndef KITH_COMMON_REPLY_REPLY_H
#define KITH_COMMON_REPLY_REPLY_H

#include "common/call/call.h"
#include "common/db/db.h"

/* The rows of a nested list, for all records of a page. */
struct reply_children {
	const char *field;       /* "targets.orgs": a FIELD_LIST with .record */
	const struct rows *rows; /* in the order within each parent */
	const char *parent;      /* the uuid column with the parent's id */
};

enum reply_kind {
	REPLY_NULL,
	REPLY_TEXT,
	REPLY_TEXTS,
	REPLY_INTEGER,
	REPLY_BOOLEAN,
	REPLY_INSTANT,
	REPLY_BYTES
};

/* A value that the handler supplies. It takes precedence over a column of the same name.
 * Use the REPLY_FIELD_…() macros. */
struct reply_extra {
	const char *field; /* dotted path: "token", "account.name" */
	enum reply_kind kind;
	struct text text;
	struct text_list texts;
	struct bytes bytes;
	int64_t number; /* integer, boolean, or microseconds since 1970 */
};

#define REPLY_FIELD_NULL(name) ((struct reply_extra){.field = (name), .kind = REPLY_NULL})
#define REPLY_FIELD_TEXT(name, value) /* struct text; null if not given */ \
	((struct reply_extra){.field = (name), .kind = REPLY_TEXT, .text = (value)})
#define REPLY_FIELD_TEXTS(name, value) /* struct text_list */ \
	((struct reply_extra){.field = (name), .kind = REPLY_TEXTS, .texts = (value)})
#define REPLY_FIELD_STRING(name, value) /* NUL-terminated, or NULL */ \
	reply_string((name), (value))
#define REPLY_FIELD_INTEGER(name, value) /* int64_t */ \
	((struct reply_extra){.field = (name), .kind = REPLY_INTEGER, .number = (value)})
#define REPLY_FIELD_BOOLEAN(name, value) /* bool */ \
	((struct reply_extra){.field = (name), .kind = REPLY_BOOLEAN, .number = (value)})
#define REPLY_FIELD_TIME_US(name, value) /* microseconds since 1970 */ \
	((struct reply_extra){.field = (name), .kind = REPLY_INSTANT, .number = (value)})

#define REPLY_FIELD_BYTES(name, value, count) \
	((struct reply_extra){.field = (name), \
		.kind = REPLY_BYTES, \
		.bytes = {.data = (value), .size = (uint32_t)(count)}})

struct reply_extra reply_string(const char *field, const char *string);

/* The values of an answer that are not columns of its rows. Unused members are zero:
 * reply_row(call, rows, 0, &(struct reply_parts){.extras = extras, .extra_count = 1}). */
struct reply_parts {
	const struct reply_children *children;
	size_t child_count;
	const struct reply_extra *extras; /* the same for all records of a page */
	size_t extra_count;
};

/* Answers one record from a row of `rows`, which must have at least row + 1 rows. `parts`
 * may be NULL. The parent column of nested lists is matched with the row's column
 * "id". */
enum problem reply_row(struct call *call, const struct rows *rows, int row,
	const struct reply_parts *parts);

/* Answers one record without rows, for example {"status": "verification_sent"}. */
enum problem
reply_fields(struct call *call, const struct reply_extra *extras, size_t count);

/*
 * Answers a page from up to call->limit + 1 rows; the extra row only indicates a next
 * page. The columns `sort_column` (timestamptz or int8) and "id" of the last row shown
 * form the cursor. SHAPE_ARRAY operations answer a bare array; their next cursor
 * is call->outcome.next_cursor.
 */
enum problem reply_page(struct call *call, const struct rows *rows,
	const char *sort_column, const struct reply_parts *parts);

/* The ids (column "id") of the rows on the page, for the statement of a nested list. */
const struct uuid *reply_ids(struct call *call, const struct rows *rows, size_t *count);

/*
 * SHAPE_CHUNKED: one part of a chunked export is an array of pieces. A piece is a map of
 * some fields of the record, in the order of the record, with lists of records last. A
 * list may be split into consecutive pieces, and has at least one.
 */
struct reply_part {
	struct call *call;
	size_t begin, pieces;
	bool broken;
};

struct reply_part reply_part_begin(struct call *call);

/* Writes the piece with all fields that are not lists of records. */
void reply_part_fields(struct reply_part *part, const struct rows *rows, int row);

/* Writes all rows as one piece of the named list. */
void reply_part_list(struct reply_part *part, const char *field, const struct rows *rows);

/* Ends the part. `next` is the input {part} of the call for the next part; NULL for the
 * last one. */
enum problem reply_part_end(struct reply_part *part, const char *next);

/* SHAPE_FILE: answers text that is not JSON. */
enum problem reply_file(struct call *call, const void *data, size_t size);

/* Answers 204 without content. */
enum problem reply_none(struct call *call);

#endif
