/*
 * columns_test.c - compares each field of the contract with its column in the schema.
 *
 * tests/contract/columns.txt maps fields to columns. A bound, a value or a null that only
 * one of the two allows fails the test.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/op.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#define FILE_NAME "tests/contract/columns.txt"
#define LINES_MAX 600
#define RECORD_DEPTH_MAX 8

/* What a column's type and CHECKs allow, in the same form as the contract's fields. A
 * bound inside a condition counts, because the field is stored only in rows that meet the
 * condition. */
static const char FACTS[] =
	"SELECT type || '|' || CASE"
	" WHEN type = 'text' AND item IS NULL THEN coalesce("
	"  substring(def FROM '\\(' || c || ' ~ ''([^'']*)''::text\\)'),"
	"  coalesce(substring(def FROM 'char_length\\(' || c || '\\) >= (\\d+)'), '0') ||"
	" '..' ||  coalesce(substring(def FROM 'char_length\\(' || c || '\\) <= (\\d+)'),"
	" '')) WHEN type = 'integer' THEN"
	"  coalesce(substring(def FROM '\\(' || c || ' >= (\\d+)\\)'), '') || '..' ||"
	"  coalesce(substring(def FROM '\\(' || c || ' <= (\\d+)\\)'), '')"
	" WHEN type IN ('text[]', 'jsonb') THEN coalesce("
	"  '0..' || substring(def FROM 'cardinality\\(' || c || '\\) <= (\\d+)'),"
	"  '0..' || substring(def FROM '\\w_within\\(' || c || ', (\\d+),') || ' of 1..'"
	" ||  substring(def FROM '\\w_within\\(' || c || ', \\d+, (\\d+)\\)'), '')"
	" ELSE '' END || '|' || coalesce((SELECT string_agg(v[1], ' '"
	" ORDER BY v[1] COLLATE \"C\")  FROM regexp_matches(item, '''([^'']*)''', 'g') AS"
	" v), '') || '|' || CASE WHEN attnotnull THEN 'never' ELSE 'null' END"
	" FROM (SELECT c, attnotnull, type, def, coalesce("
	"  substring(def FROM '\\(' || c || ' = ANY \\(ARRAY\\[([^\\]]*)\\]'),"
	"  substring(def FROM '\\(' || c || ' <@ ARRAY\\[([^\\]]*)\\]')) AS item"
	" FROM (SELECT attname AS c, attnotnull, format_type(atttypid, -1) AS type,"
	"  coalesce((SELECT string_agg(pg_get_constraintdef(k.oid), ' '"
	"   ORDER BY cardinality(k.conkey), k.conname) FROM pg_constraint k"
	"   WHERE k.conrelid = a.attrelid AND k.contype = 'c'"
	" AND a.attnum = ANY (k.conkey)),   '') AS def"
	" FROM pg_attribute a WHERE attrelid = to_regclass('kith.%.*s')"
	" AND attname = '%s' AND NOT attisdropped) AS attribute) AS facts";

struct line {
	const char *field;  /* "post_create_in.title" */
	const char *column; /* "posts.title"; "-" = there is none */
	const char *why;    /* "" = equal in every respect */
	bool used;
};

/* The permitted values, as text. */
struct facts {
	const char *type;
	const char *bounds;
	const char *values; /* sorted */
	const char *null;   /* "null" or "never" */
};

static struct line lines[LINES_MAX];
static size_t line_count;
static unsigned faults;

/* Cuts off and returns the next word of a line. */
static char *
take_word(char **rest)
{
	char *word = *rest + strspn(*rest, " ");

	*rest = word + strcspn(word, " ");
	if (**rest != '\0')
		*(*rest)++ = '\0';
	return word;
}

static void
read_lines(void)
{
	static char content[64 * 1024];
	FILE *file = fopen(FILE_NAME, "re");
	size_t size;

	scratch_open(NULL);
	assert_non_null(file);
	size = fread(content, 1, sizeof(content) - 1, file);
	fclose(file);
	assert_in_range(size, 1, sizeof(content) - 2);
	content[size] = '\0';
	for (char *line = strtok(content, "\n"); line != NULL;
		line = strtok(NULL, "\n")) {
		if (line[0] == '#')
			continue;
		assert_true(line_count < LINES_MAX);
		lines[line_count].field = take_word(&line);
		lines[line_count].column = take_word(&line);
		lines[line_count++].why = line + strspn(line, " ");
	}
}

/* ---- the contract ------------------------------------------------------------------ */

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* An enum's values, sorted; "" for another field. */
static const char *
values_of(const struct field *field)
{
	const char *sorted[64];
	struct buffer out = {.arena = scratch_arena()};
	size_t count = 0;

	if (field->element != NULL)
		field = field->element;
	if (field->values == NULL)
		return "";
	for (; field->values[count] != NULL; count++) {
		assert_true(count < COUNT_OF(sorted));
		sorted[count] = field->values[count];
	}
	qsort(sorted, count, sizeof(*sorted), by_text);
	for (size_t i = 0; i < count; i++) {
		buffer_append(&out, i == 0 ? "" : " ", i == 0 ? 0 : 1);
		buffer_append(&out, sorted[i], strlen(sorted[i]));
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

/* A format's pattern as in PostgreSQL's CHECKs, without non-capturing groups. */
static const char *
pattern_of(enum text_format format)
{
	struct buffer out = {.arena = scratch_arena()};

	for (const char *at = text_formats[format].pattern; *at != '\0'; at++) {
		if (strncmp(at, "(?:", 3) == 0)
			at += 2;
		else if (*at != ')')
			buffer_append(&out, at, 1);
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

static const char *
range_of(const struct field *field)
{
	return arena_printf(scratch_arena(), "%lld..%lld", (long long)field->min,
		field->max == 0 ? (long long)FIELD_MAX : (long long)field->max);
}

static const char *
bounds_of(const struct field *field)
{
	switch (field->type) {
	case FIELD_TEXT:
		if (text_formats[field->format].pattern != NULL)
			return pattern_of(field->format);
		return range_of(field);
	case FIELD_INTEGER:
		return range_of(field);
	case FIELD_LIST:
	case FIELD_MAP:
		if (field->element == NULL || field->element->values != NULL)
			return range_of(field);
		return arena_printf(scratch_arena(), "%s of %s", range_of(field),
			range_of(field->element));
	case FIELD_ENUM:
	case FIELD_BOOLEAN:
	case FIELD_INSTANT:
	case FIELD_IDENTIFIER:
	case FIELD_OBJECT:
	case FIELD_MEDIA:
	case FIELD_BYTES:
		break;
	}
	return "";
}

static struct facts
facts_of_field(const struct field *field)
{
	static const char *const types[] = {
		[FIELD_TEXT] = "text",
		[FIELD_ENUM] = "text",
		[FIELD_INTEGER] = "integer",
		[FIELD_BOOLEAN] = "boolean",
		[FIELD_INSTANT] = "timestamp with time zone",
		[FIELD_IDENTIFIER] = "uuid",
		[FIELD_LIST] = "text[]",
		[FIELD_MAP] = "jsonb",
		[FIELD_OBJECT] = "an object",
		[FIELD_MEDIA] = "uuid",
		[FIELD_BYTES] = "bytea",
	};

	return (struct facts){.type = types[field->type],
		.bounds = bounds_of(field),
		.values = values_of(field),
		.null = field->nullable ? "null" : "never"};
}

/* ---- the schema -------------------------------------------------------------------- */

/* Cuts a text at its next bar. */
static char *
cut(char **rest)
{
	char *part = *rest;

	*rest = strchr(part, '|');
	if (*rest != NULL)
		*(*rest)++ = '\0';
	return part;
}

static struct facts
facts_of_column(const char *column)
{
	const char *name = strchr(column, '.');
	const char *found;
	char *rest;
	struct facts facts;

	if (name == NULL)
		fail_msg("%s is no column", column);
	found = scratch_value(FACTS, (int)(name - column), column, name + 1);
	if (found == NULL)
		fail_msg("there is no column %s", column);
	rest = arena_copy(scratch_arena(), found, strlen(found));
	facts.type = cut(&rest);
	facts.bounds = cut(&rest);
	facts.values = cut(&rest);
	facts.null = cut(&rest);
	return facts;
}

/* ---- both ---- */

/* Records a difference without an exception, and an exception without a difference. */
static void
compare(const struct line *line, const char *aspect, const char *field,
	const char *column)
{
	size_t size = strlen(aspect);
	bool excepted = strncmp(line->why, aspect, size) == 0 && line->why[size] == ':';

	if ((strcmp(field, column) == 0) != excepted)
		return;
	faults++;
	if (excepted)
		print_error("%s: there is no difference in %s any more\n", line->field,
			aspect);
	else
		print_error("%s: %s \"%s\" in the contract, \"%s\" in %s\n", line->field,
			aspect, field, column, line->column);
}

/* The compared fields of a record, and the compared aspects. */
enum use {
	USE_STORED, /* all fields, in every aspect */
	USE_FILTER, /* the enums of an input of a read, in their values */
	USE_ANSWER, /* the enums of an answer, in their values and in null */
};

static void
check_line(struct line *line, const struct field *field, enum use use)
{
	struct facts contract, schema;

	line->used = true;
	if (line->why[0] == '\0' && strcmp(line->column, "-") == 0) {
		faults++;
		print_error("%s: the line does not say why\n", line->field);
	}
	if (strcmp(line->column, "-") == 0)
		return;
	contract = facts_of_field(field);
	schema = facts_of_column(line->column);
	compare(line, "values", contract.values, schema.values);
	if (use != USE_FILTER)
		compare(line, "null", contract.null, schema.null);
	if (use != USE_STORED)
		return;
	compare(line, "type", contract.type, schema.type);
	compare(line, "bounds", contract.bounds,
		field->type == FIELD_ENUM ? "" : schema.bounds);
}

static void
check_field(const struct record *record, const struct field *field, enum use use)
{
	bool is_enum = values_of(field)[0] != '\0';
	bool found = false;
	char name[128];

	if (use != USE_STORED && !is_enum)
		return;
	snprintf(name, sizeof(name), "%s.%s", record->name, field->name);
	for (size_t i = 0; i < line_count; i++) {
		if (strcmp(lines[i].field, name) != 0)
			continue;
		check_line(&lines[i], field, use);
		found = true;
	}
	if (found)
		return;
	faults++;
	print_error("%s has no line in " FILE_NAME "\n", name);
}

static void
check_record(const struct op *op, const struct record *record, enum use use, int depth)
{
	assert_true(depth < RECORD_DEPTH_MAX);
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];

		/* A parameter of the path names the changed row and is not stored. */
		if (use == USE_STORED && op->path != NULL && record == op->input &&
			op_in_path(op, field))
			continue;
		if (field->record != NULL)
			check_record(op, field->record, use, depth + 1);
		else
			check_field(record, field, use);
	}
}

TEST(the_contract_and_the_schema_allow_the_same)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		const bool reads = op_only_reads(op);

		scratch_begin();
		if (op->input != NULL)
			check_record(op, op->input, reads ? USE_FILTER : USE_STORED, 0);
		if (op->output != NULL)
			check_record(op, op->output, USE_ANSWER, 0);
		scratch_rollback();
	}
	for (size_t i = 0; i < line_count; i++) {
		if (lines[i].used)
			continue;
		faults++;
		print_error("%s needs no line\n", lines[i].field);
	}
	assert_int_equal(faults, 0);
}

/* A function of the schema checks maps, and this test does not parse functions. */
TEST(a_map_of_texts_is_bounded_in_each_respect)
{
	static const struct {
		const char *map, *holds;
	} cases[] = {
		{"{}", "t"},
		{JSON({"a": "x"}), "t"},
		{JSON({"a": "xyz", "b": "x"}), "t"},
		{JSON({"a": "x", "b": "x", "c": "x"}), "f"},
		{JSON({"a": "wxyz"}), "f"},
		{JSON({"a": ""}), "f"},
		{JSON({"": "x"}), "f"},
		{JSON({"12345678901234567890123456789012345678901": "x"}), "f"},
		{JSON({"a": 1}), "f"},
		{JSON({"a": null}), "f"},
		{"[]", "f"},
		{"null", "f"},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			scratch_value("SELECT text_map_within('%s', 2, 3)", cases[i].map),
			cases[i].holds);
}

const struct test_scene test_scene = {.open = read_lines};
