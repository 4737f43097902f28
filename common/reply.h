/*
 * reply.h - rows to msgpack, by the operation's output record.
 *
 * A column is found by its alias: "createdAt" for a field, "targets.public" for a field of
 * a nested object, and for a nullable object ("profile") a boolean column of the object's
 * own name that says whether it is there. Identifiers get their prefix, times become
 * RFC 3339, media ids become URLs. A column that is missing is a fault of the program and
 * ends the process, so every test of an operation also checks its SQL against its record.
 */
#ifndef KITH_REPLY_H
#define KITH_REPLY_H

#include "common/call.h"
#include "common/db.h"

/* Rows of a list inside each record, for a whole page at once. */
struct reply_children {
	const char *field;        /* "targets.orgs": a FIELD_LIST with .record */
	const struct rows *rows;  /* sorted as they shall appear within their parent */
	const char *parent;       /* the column of `rows` that holds the parent's id (uuid) */
};

/* Answers one record from one row of `rows`, which must have at least row + 1. */
enum problem reply_row(struct call *call, const struct rows *rows, int row,
	const struct reply_children *children, size_t child_count);

/*
 * Answers a page from up to call->limit + 1 rows: the extra one only says that there is a
 * next page. The columns named `sort_column` (timestamptz or int8) and "id" of the last row
 * shown become the cursor. SHAPE_ARRAY operations answer the bare array; their next cursor
 * travels beside it.
 */
enum problem reply_page(struct call *call, const struct rows *rows, const char *sort_column,
	const struct reply_children *children, size_t child_count);

/* The ids of the rows that a page shows (column "id"), for the statement of its children. */
const struct uuid *reply_page_ids(struct call *call, const struct rows *rows, size_t *count);

/* Nothing to answer: 204. */
enum problem reply_none(struct call *call);

#endif
