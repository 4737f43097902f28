/*
 * statement.h - how SQL is written down.
 *
 *     STATEMENT(FIND_POST,
 *         "SELECT " POST_COLUMNS
 *         " FROM " POST_TABLES
 *         " WHERE p.id = $2 AND " POST_VISIBLE);
 *
 *     rows = db_query(call, FIND_POST, DB_CALLER(call), DB_ID(in->id));
 *
 * A statement is a constant beside the handler that sends it. Pieces that several
 * statements share are macros without parameters wherever that is possible: the caller is
 * always $1. clang-format leaves what stands inside of STATEMENT() and SQL() as it was
 * written.
 *
 * A program lists all statements that are linked into it. `kith-content
 * --print-statements` prints them, and tests/contract/statements_test.c has the database
 * prepare each one. No statement escapes that test, because db_query() takes nothing
 * else.
 *
 * STATEMENT_BATCHED() finds a record by its keys. All its parameters are ids, and the
 * order of its rows does not matter. When several calls ask for it in one turn of the
 * loop, one statement finds the records of all (batch.c).
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

/* A piece of a statement: one string constant, whatever its macros are made of. */
#define SQL(...) __VA_ARGS__

/* A statement, which is an array of one so that its name is a pointer to it. */
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

/* How many parameters a statement has: the highest $n that it names. */
size_t statement_params(const char *sql);

/*
 * The SQL of a batch, which is made once: each parameter is an array with the ids of all
 * members. The last column, `member`, is the position in the arrays of the ids that a row
 * belongs to, from 1. The rows are ordered by it.
 */
const char *statement_batch(const struct statement *statement);

/* Prints every statement of this program in two lines: a comment with its name and its
 * place, and the statement; then likewise its batch. */
void statement_print(FILE *out);

#endif
