/*
 * statement.c - the statements of a program, and what can be read off one.
 */
#include "common/db/statement.h"

#include <stdlib.h>
#include <string.h>

/* The linker gathers in a section what STATEMENT() puts there, and names its ends so. A program
 * without any statement has no such section. */
extern const struct statement *const __start_statements[] __attribute__((weak));
extern const struct statement *const __stop_statements[] __attribute__((weak));

size_t
statement_params(const char *sql)
{
	size_t highest = 0;

	while (*sql != '\0') {
		if (*sql == '\'' ||
			*sql == '"') { /* a doubled quote is two texts in a row */
			const char *end = strchr(sql + 1, *sql);

			if (end == NULL)
				return highest;
			sql = end + 1;
		} else if (*sql == '$') {
			char *end;
			const size_t number = strtoul(sql + 1, &end, 10);

			highest = number > highest ? number : highest;
			sql = end;
		} else {
			sql++;
		}
	}
	return highest;
}

/* Writes the statement with its keys as columns of `k`. */
static void
write_of_each(FILE *out, const char *sql, size_t keys)
{
	while (*sql != '\0') {
		const char *end = sql + 1;

		if (*sql == '\'' || *sql == '"') {
			end = strchr(end, *sql);
			end = end == NULL ? sql + strlen(sql) : end + 1;
		} else if (*sql == '$') {
			const bool is_key = strtoul(end, NULL, 10) <= keys;

			fputs(is_key ? "k.p" : "$", out);
			sql = end;
			continue;
		}
		fwrite(sql, 1, (size_t)(end - sql), out);
		sql = end;
	}
}

/* The database begins a plan once for all of them, and works out once what no key is part of. That the
 * rows of each come in the statement's own order is what a nested loop does, and k's order is that of
 * its numbers, so nothing is sorted. */
char *
statement_for_many(const char *sql, size_t keys)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		abort();
	fputs("SELECT q.*, k.reader FROM unnest(", out);
	for (size_t i = 1; i <= keys; i++)
		fprintf(out, "%s$%zu::uuid[]", i == 1 ? "" : ", ", i);
	fputs(") WITH ORDINALITY AS k (", out);
	for (size_t i = 1; i <= keys; i++)
		fprintf(out, "p%zu, ", i);
	fputs("reader) CROSS JOIN LATERAL (", out);
	write_of_each(out, sql, keys);
	fputs(") q ORDER BY k.reader", out);
	if (fclose(out) != 0)
		abort();
	return text;
}

void
statement_print(FILE *out)
{
	for (const struct statement *const *place = __start_statements;
		place < __stop_statements; place++) {
		const struct statement *statement = *place;
		char *many;

		fprintf(out, "-- %s, %s\n%s;\n", statement->name, statement->file,
			statement->sql);
		if (statement->keys == 0)
			continue;
		many = statement_for_many(statement->sql, statement->keys);
		fprintf(out, "-- %s for many, %s\n%s;\n", statement->name,
			statement->file, many);
		free(many);
	}
}
