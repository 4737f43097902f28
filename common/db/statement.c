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

void
statement_print(FILE *out)
{
	for (const struct statement *const *statement = __start_statements;
		statement < __stop_statements; statement++) {
		fprintf(out, "-- %s, %s\n%s;\n", (*statement)->name, (*statement)->file,
			(*statement)->sql);
	}
}
