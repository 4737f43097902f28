/*
 * inside.h - internal interface of common/reply.
 *
 * A plan holds the source of the value of each field of a record. It is made once per
 * answer, so that writing a row needs no lookup by name.
 */
#ifndef KITH_COMMON_REPLY_INSIDE_H
#define KITH_COMMON_REPLY_INSIDE_H

#include "common/reply/reply.h"

enum reply_source {
	SOURCE_COLUMN,
	SOURCE_EXTRA,
	/* .fields; .column is a boolean that says whether the object exists, or -1. */
	SOURCE_OBJECT,
	SOURCE_CHILDREN, /* .fields for each row of .children */
	SOURCE_NOTHING,  /* an optional field without a value */
};

/* Connects a row of a nested list with its parent. */
struct reply_link {
	struct uuid parent;
	int row;
};

struct reply_plan {
	const struct field *field;
	const char *name; /* dotted path, for messages */
	size_t key_size;  /* length of field->name */
	enum reply_source source;
	int column;
	const struct reply_extra *extra;
	struct reply_plan *fields;
	size_t count;
	const struct rows *children;
	const struct reply_link *links; /* sorted by parent, then row */
	size_t link_count;
};

/* Plans the fields of a record from the columns of `rows`, or from extras alone if `rows`
 * is NULL. */
struct reply_plan *reply_plan(struct call *call, const struct record *record,
	const struct rows *rows, const struct reply_parts *parts);

/* Writes one record; false if a column that is not nullable is NULL. */
bool reply_write(struct call *call, const struct reply_plan *fields, size_t count,
	const struct rows *rows, int row);

/* Whether a statement of the call has failed, so that there is nothing to write. */
bool reply_impossible(const struct call *call, const struct rows *rows);

/* Discards the partial reply after reply_write() failed. */
enum problem reply_broken(struct call *call);

#endif
