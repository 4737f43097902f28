/*
 * inside.h - what the parts of reply.h share; for reply*.c alone.
 *
 * A plan says for each field of a record where its value comes from. It is made once for an
 * answer, so that writing a row looks up nothing by name.
 */
#ifndef KITH_COMMON_REPLY_INSIDE_H
#define KITH_COMMON_REPLY_INSIDE_H

#include "common/reply/reply.h"

enum reply_source {
	SOURCE_COLUMN,
	SOURCE_EXTRA,
	SOURCE_OBJECT, /* .fields; .column is the boolean that says whether it is there, or -1 */
	SOURCE_CHILDREN, /* .fields of each of the rows of .children */
	SOURCE_NOTHING,  /* an optional field that is left out */
};

/* A child's row under its parent. */
struct reply_link {
	struct uuid parent;
	int row;
};

struct reply_plan {
	const struct field *field;
	const char *name; /* dotted, for messages */
	size_t key_size;  /* of the field's own name */
	enum reply_source source;
	int column;
	const struct reply_extra *extra;
	struct reply_plan *fields;
	size_t count;
	const struct rows *children;
	const struct reply_link *links; /* sorted by parent, then row */
	size_t link_count;
};

/* The fields of a record, from the columns of `rows` (NULL = from extras alone). */
struct reply_plan *reply_plan(struct call *call, const struct record *record,
	const struct rows *rows, const struct reply_parts *parts);

/* Writes one record; false when a column holds a NULL that the record does not allow. */
bool reply_write(struct call *call, const struct reply_plan *fields, size_t count,
	const struct rows *rows, int row);

/* Whether a statement of the call has failed: then there is nothing to write. */
bool reply_impossible(const struct call *call, const struct rows *rows);

/* Drops what was written, after a NULL. */
enum problem reply_broken(struct call *call);

#endif
