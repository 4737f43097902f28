/*
 * reply.h - rows to msgpack, by the operation's output record.
 *
 * A field's column has its name as SQL writes names: created_at for "createdAt", targets_public
 * for the field "public" of the nested object "targets", and for a nullable object ("profile")
 * a boolean column of the object's own name that says whether it is there. Identifiers get their prefix, times become
 * RFC 3339, media ids become URLs. A column that is missing is a fault of the program and
 * ends the process, so every test of an operation also checks its SQL against its record.
 */
#ifndef KITH_COMMON_REPLY_REPLY_H
#define KITH_COMMON_REPLY_REPLY_H

#include "common/call/call.h"
#include "common/db/db.h"

/* Rows of a list inside each record, for a whole page at once. */
struct reply_children {
	const char *field;       /* "targets.orgs": a FIELD_LIST with .record */
	const struct rows *rows; /* sorted as they shall appear within their parent */
	const char *parent; /* the column of `rows` that holds the parent's id (uuid) */
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

/* A value that comes from the handler and not from a column; it wins over a column of the
 * same name. Write it with REPLY_FIELD_…(). */
struct reply_extra {
	const char *field; /* "token", "account.name" */
	enum reply_kind kind;
	struct text text;
	struct text_list texts;
	struct bytes bytes;
	int64_t number; /* the integer, the boolean, or microseconds since 1970 */
};

#define REPLY_FIELD_NULL(name) ((struct reply_extra){.field = (name), .kind = REPLY_NULL})
#define REPLY_FIELD_TEXT(name, value) /* struct text; null unless it is given */ \
	((struct reply_extra){.field = (name), .kind = REPLY_TEXT, .text = (value)})
#define REPLY_FIELD_TEXTS(name, value) /* struct text_list, which is given */ \
	((struct reply_extra){.field = (name), .kind = REPLY_TEXTS, .texts = (value)})
#define REPLY_FIELD_STRING(name, value) /* a NUL-terminated C string, or NULL */ \
	reply_string((name), (value))
#define REPLY_FIELD_INTEGER(name, value) /* an int64_t */ \
	((struct reply_extra){.field = (name), .kind = REPLY_INTEGER, .number = (value)})
#define REPLY_FIELD_BOOLEAN(name, value) /* a bool */ \
	((struct reply_extra){.field = (name), .kind = REPLY_BOOLEAN, .number = (value)})
#define REPLY_FIELD_TIME_US(name, value) /* microseconds since 1970 */ \
	((struct reply_extra){.field = (name), .kind = REPLY_INSTANT, .number = (value)})

#define REPLY_FIELD_BYTES(name, value, count) \
	((struct reply_extra){.field = (name), \
		.kind = REPLY_BYTES, \
		.bytes = {.data = (value), .size = (uint32_t)(count)}})

struct reply_extra reply_string(const char *field, const char *string);

/* What an answer holds beside the columns of its rows. Zero it but for what you have:
 * reply_row(call, rows, 0, &(struct reply_parts){.extras = extras, .extra_count = 1}). */
struct reply_parts {
	const struct reply_children *children;
	size_t child_count;
	const struct reply_extra *extras; /* the same for every record of a page */
	size_t extra_count;
};

/* Answers one record from one row of `rows`, which must have at least row + 1. `parts` may be
 * NULL. The children's parent column is compared with the row's column "id". */
enum problem reply_row(struct call *call, const struct rows *rows, int row,
	const struct reply_parts *parts);

/* Answers one record without any row: {"status": "verification_sent"}. */
enum problem
reply_fields(struct call *call, const struct reply_extra *extras, size_t count);

/*
 * Answers a page from up to call->limit + 1 rows: the extra one only says that there is a
 * next page. The columns named `sort_column` (timestamptz or int8) and "id" of the last row
 * shown become the cursor. SHAPE_ARRAY operations answer the bare array; their next cursor
 * travels beside it.
 */
enum problem reply_page(struct call *call, const struct rows *rows,
	const char *sort_column, const struct reply_parts *parts);

/* The ids of the rows that the answer shows (column "id"), for the statement of their children. */
const struct uuid *reply_ids(struct call *call, const struct rows *rows, size_t *count);

/*
 * SHAPE_CHUNKED: a part of one record is an array of pieces, maps of some of its fields, in the
 * order of the record, where lists of records stand last. The rows of one list may come in
 * several pieces, one after the other; each list comes at least once.
 */
struct reply_part {
	struct call *call;
	size_t begin, pieces;
	bool broken;
};

struct reply_part reply_part_begin(struct call *call);

/* The piece of all fields but the lists of records. */
void reply_part_fields(struct reply_part *part, const struct rows *rows, int row);

/* A piece of the list of records with this name: all of the rows. */
void reply_part_list(struct reply_part *part, const char *field, const struct rows *rows);

/* Ends the part; `next` is what the next part's call gets as {part}, NULL = this is the last. */
enum problem reply_part_end(struct reply_part *part, const char *next);

/* SHAPE_FILE: answers a text that is no JSON. */
enum problem reply_file(struct call *call, const void *data, size_t size);

/* Nothing to answer: 204. */
enum problem reply_none(struct call *call);

#endif
