/*
 * secrets_test.c - a rotation of the instance's secret knows every value under it.
 *
 * tests/contract/secrets.txt has a line for each column of bytes of the schema. A new
 * column needs a line, and one that is encrypted also an entry in
 * services/ctl/secret/columns.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/ctl/secret/columns.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#define FILE_NAME "tests/contract/secrets.txt"
#define LINE_SIZE 256

static void
open_database(void)
{
	scratch_open(NULL);
}

/* Calls the function with the column and the word of each line; returns their number. */
static int
each_line(void (*see)(const char *column, const char *word))
{
	FILE *file = fopen(FILE_NAME, "re");
	char line[LINE_SIZE], column[LINE_SIZE], word[LINE_SIZE];
	int count = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] == '#' || line[0] == '\n')
			continue;
		assert_int_equal(sscanf(line, "%255s %255s", column, word), 2);
		see(column, word);
		count++;
	}
	fclose(file);
	return count;
}

static void
exists_in_the_schema(const char *column, const char *word)
{
	(void)word;
	if (strcmp(scratch_value("SELECT count(*) FROM pg_attribute a"
				 " JOIN pg_class t ON t.oid = a.attrelid"
				 " WHERE t.relnamespace = 'kith'::regnamespace"
				 " AND t.relkind = 'r' AND a.atttypid = 'bytea'::regtype"
				 " AND t.relname || '.' || a.attname = '%s'",
			   column),
		    "1") != 0)
		fail_msg("%s has %s, which is no column of bytes", FILE_NAME, column);
}

TEST(has_a_line_for_each_column_of_bytes)
{
	const int lines = each_line(exists_in_the_schema);
	const char *columns = scratch_value(
		"SELECT count(*) FROM pg_attribute a JOIN pg_class t ON t.oid ="
		" a.attrelid WHERE t.relnamespace = 'kith'::regnamespace AND t.relkind"
		" = 'r' AND a.atttypid = 'bytea'::regtype AND NOT a.attisdropped");

	if (lines != atoi(columns))
		fail_msg("%s has %d lines for %s columns of bytes: add the new ones",
			FILE_NAME, lines, columns);
}

static int encrypted;

static void
is_known_if_encrypted(const char *column, const char *word)
{
	char name[LINE_SIZE];
	bool known = false;

	for (size_t i = 0; i < encrypted_column_count; i++) {
		snprintf(name, sizeof(name), "%s.%s", encrypted_columns[i].table,
			encrypted_columns[i].column);
		known = known || strcmp(name, column) == 0;
	}
	encrypted += known;
	if (known != (strcmp(word, "encrypted") == 0))
		fail_msg("%s: %s and services/ctl/secret/columns.c differ", column,
			FILE_NAME);
}

TEST(encrypts_each_encrypted_column_again)
{
	encrypted = 0;
	each_line(is_known_if_encrypted);
	assert_int_equal(encrypted, (int)encrypted_column_count);
}

const struct test_scene test_scene = {.open = open_database};
