/*
 * statement.c - the statements of a program, their parameters and their batches.
 */
#include "common/db/statement.h"

#include <stdlib.h>
#include <string.h>

/* The linker defines these names for the ends of the section that STATEMENT() fills. A
 * program without statements has no such section. */
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

/* Writes a statement with columns of `b` in place of its parameters. */
static void
write_member(FILE *out, const char *sql)
{
	while (*sql != '\0') {
		const char *end = sql + 1;

		if (*sql == '\'' || *sql == '"') {
			end = strchr(end, *sql);
			end = end == NULL ? sql + strlen(sql) : end + 1;
		} else if (*sql == '$') {
			fputs("b.p", out);
			sql = end;
			continue;
		}
		fwrite(sql, 1, (size_t)(end - sql), out);
		sql = end;
	}
}

const char *
statement_batch(const struct statement *statement)
{
	const size_t params = statement_params(statement->sql);
	size_t size = 0;
	FILE *out;

	if (*statement->batch != NULL)
		return *statement->batch;
	out = open_memstream(statement->batch, &size);
	if (out == NULL)
		abort();
	fputs("SELECT q.*, b.member FROM unnest(", out);
	for (size_t i = 1; i <= params; i++)
		fprintf(out, "%s$%zu::uuid[]", i == 1 ? "" : ", ", i);
	fputs(") WITH ORDINALITY AS b (", out);
	for (size_t i = 1; i <= params; i++)
		fprintf(out, "p%zu, ", i);
	fputs("member) CROSS JOIN LATERAL (", out);
	write_member(out, statement->sql);
	fputs(") q ORDER BY b.member", out);
	if (fclose(out) != 0)
		abort();
	return *statement->batch;
}

void
statement_print(FILE *out)
{
	for (const struct statement *const *place = __start_statements;
		place < __stop_statements; place++) {
		const struct statement *statement = *place;

		fprintf(out, "-- %s, %s\n%s;\n", statement->name, statement->file,
			statement->sql);
		if (statement->batch != NULL)
			fprintf(out, "-- batch of %s, %s\n%s;\n", statement->name,
				statement->file, statement_batch(statement));
	}
}
