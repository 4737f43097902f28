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
 */
#ifndef KITH_COMMON_DB_STATEMENT_H
#define KITH_COMMON_DB_STATEMENT_H

#include <stddef.h>
#include <stdio.h>

struct statement {
	const char *sql;
	const char *name; /* as in the source */
	const char *file;
};

/* A piece of a statement: one string constant, whatever its macros are made of. */
#define SQL(...) __VA_ARGS__

/* A statement, which is an array of one so that its name is a pointer to it. */
#define STATEMENT(statement_name, ...) \
	static const struct statement statement_name[] = { \
		{.sql = (__VA_ARGS__), .name = #statement_name, .file = __FILE__}}; \
	static const struct statement *const statement_name##_LISTED \
		__attribute__((used, section("statements"))) = statement_name

/* How many parameters a statement has: the highest $n that it names. */
size_t statement_params(const char *sql);

/* Prints every statement of this program in two lines: a comment with its name and its place,
 * and the statement. */
void statement_print(FILE *out);

#endif
