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
 * A statement is a constant beside the handler that sends it. Pieces that several statements
 * share are macros without parameters wherever that is possible: the caller is always $1.
 * clang-format leaves what stands inside of STATEMENT() and SQL() as it was written.
 *
 * A program knows all statements that are linked into it. `kith-content --print-statements`
 * shows them, and tests/contract/statements_test.c has the database prepare each, so that a
 * misspelt column is found even where no test calls the handler. No statement escapes that,
 * because db_query() takes nothing else.
 *
 * STATEMENT_FOR_MANY() is one that different readers ask for at the same time, alike but for its first
 * parameters, which are ids: those that wait together are sent as one (pipeline_many.c).
 */
#ifndef KITH_COMMON_DB_STATEMENT_H
#define KITH_COMMON_DB_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct statement {
	const char *sql;
	const char *name; /* as in the source */
	const char *file;
	size_t keys; /* the ids in which those differ who send it as one; 0 = nobody does */
};

/* A piece of a statement: one string constant, whatever its macros are made of. */
#define SQL(...) __VA_ARGS__

/* A statement, which is an array of one so that its name is a pointer to it. */
#define STATEMENT(statement_name, ...) STATEMENT_LISTED(statement_name, 0, __VA_ARGS__)
#define STATEMENT_FOR_MANY(statement_name, key_count, ...) \
	STATEMENT_LISTED(statement_name, key_count, __VA_ARGS__)
#define STATEMENT_LISTED(statement_name, key_count, ...) \
	static const struct statement statement_name[] = {{.sql = (__VA_ARGS__), \
		.name = #statement_name, \
		.file = __FILE__, \
		.keys = (key_count)}}; \
	static const struct statement *const statement_name##_LISTED \
		__attribute__((used, section("statements"))) = statement_name

/* How many parameters a statement has: the highest $n that it names. */
size_t statement_params(const char *sql);

/*
 * The same for many readers at once, in memory of malloc(): each of the first `keys` parameters is an
 * array with an id of each of them, and the others are what they are for all. Its rows have a last
 * column `reader`, which says whose a row is, from 1. They come in that order, and those of a reader in
 * the statement's own.
 */
char *statement_for_many(const char *sql, size_t keys);

/* Prints every statement of this program in two lines: a comment with its name and its place,
 * and the statement; and likewise what many readers are sent as. */
void statement_print(FILE *out);

#endif
