/*
 * statement.h - declares SQL statements.
 *
 *     STATEMENT(FIND_POST,
 *         "SELECT " POST_COLUMNS
 *         " FROM " POST_TABLES
 *         " WHERE p.id = $2 AND " POST_VISIBLE);
 *
 *     rows = db_query(call, FIND_POST, DB_CALLER(call), DB_ID(in->id));
 *
 * A statement is a constant next to the handler that sends it. Parts that several
 * statements share are macros, without parameters where possible, because the caller is
 * always $1. clang-format does not change the layout inside STATEMENT() and SQL().
 *
 * A program lists all statements that are linked into it. `kith-content
 * --print-statements` prints them, and tests/contract/statements_test.c makes the
 * database prepare each one. The test covers every statement, because db_query() accepts
 * nothing else.
 *
 * STATEMENT_BATCHED() finds a record by its keys. All its parameters are ids, and the
 * order of its rows does not matter. When several calls use it in one turn of the loop,
 * one statement finds the records of all (batch.c).
 */
#ifndef KITH_COMMON_DB_STATEMENT_H
#define KITH_COMMON_DB_STATEMENT_H

#include <stddef.h>
#include <stdio.h>

struct statement {
	const char *sql;
	const char *name; /* as in the source */
	const char *file;
	char **batch; /* where statement_batch() keeps its result; NULL = never batched */
};

/* A part of a statement: one string constant. */
#define SQL(...) __VA_ARGS__

/* Declares a statement as an array of one, so that its name is a pointer. */
#define STATEMENT(statement_name, ...) STATEMENT_LISTED(statement_name, NULL, __VA_ARGS__)
#define STATEMENT_BATCHED(statement_name, ...) \
	static char *statement_name##_BATCH; \
	STATEMENT_LISTED(statement_name, &statement_name##_BATCH, __VA_ARGS__)
#define STATEMENT_LISTED(statement_name, batch_place, ...) \
	static const struct statement statement_name[] = {{.sql = (__VA_ARGS__), \
		.name = #statement_name, \
		.file = __FILE__, \
		.batch = (batch_place)}}; \
	static const struct statement *const statement_name##_LISTED \
		__attribute__((used, section("statements"))) = statement_name

/* The number of parameters of a statement: the highest $n in it. */
size_t statement_params(const char *sql);

/*
 * The SQL of a batch, which is made once. Each parameter is an array with the ids of all
 * members. The last column, `member`, is the position, from 1, of a row's ids in these
 * arrays. It orders the rows.
 */
const char *statement_batch(const struct statement *statement);

/* Prints each statement of this program in two lines, a comment with its name and file,
 * and its SQL. The SQL of its batch follows likewise. */
void statement_print(FILE *out);

#endif
