/*
 * records_test.c - rules for every described struct: inputs, outputs, settings.
 */
#include <string.h>

#include "common/config/config.h"
#include "common/input/input.h"
#include "common/json/json.h"
#include "proto/op.h"
#include "tests/contract/words.h"
#include "tests/support/test.h"

/* The greatest depth of nested records; a deeper one would be a cycle. */
#define RECORD_DEPTH_MAX 8

/* Checks what every field must have, in inputs and outputs. */
static void
check_field(const struct record *record, const struct field *field, bool is_input)
{
	const char *holder = record->name;

	if (field->name == NULL || !*field->name)
		fail_msg("%s: a field has no name", holder);
	if (!is_sentence(field->doc))
		fail_msg("%s.%s: the doc must be a sentence", holder, field->name);
	if ((field->type == FIELD_ENUM) != (field->values != NULL))
		fail_msg("%s.%s: enums, and only they, have values", holder, field->name);
	if (field->values != NULL && field->values[0] == NULL)
		fail_msg("%s.%s has no value to choose from", holder, field->name);
	if ((field->type == FIELD_IDENTIFIER) != (field->prefix != NULL))
		fail_msg("%s.%s: ids, and only they, have a prefix", holder, field->name);
	if (field->max != 0 && field->min > field->max)
		fail_msg("%s.%s: min is over max", holder, field->name);
	if (field->required && field->fallback != NULL)
		fail_msg("%s.%s is required and has a default", holder, field->name);
	if (field->type == FIELD_OBJECT && field->record == NULL)
		fail_msg("%s.%s has no record", holder, field->name);
	if (field->type == FIELD_LIST &&
		(field->element == NULL) == (field->record == NULL))
		fail_msg("%s.%s: a list is of elements or of records", holder,
			field->name);
	if (field->type == FIELD_MAP && field->element == NULL)
		fail_msg("%s.%s has no element", holder, field->name);
	if (is_input && field->type == FIELD_LIST && field->record != NULL)
		fail_msg("%s.%s: inputs take no lists of records", holder, field->name);
	if (is_input && field->type == FIELD_MEDIA)
		fail_msg("%s.%s: media are for output only", holder, field->name);
}

/* Checks an element; elements of lists and maps become texts. */
static void
check_element(const struct record *record, const struct field *field)
{
	const struct field *element = field->element;

	if (element->type != FIELD_TEXT && element->type != FIELD_ENUM &&
		element->type != FIELD_IDENTIFIER)
		fail_msg("%s.%s: its elements are no texts", record->name, field->name);
	if (!is_sentence(element->doc))
		fail_msg("%s.%s: the doc of its elements must be a sentence",
			record->name, field->name);
}

static void
check_record(const struct record *record, bool is_input, int depth)
{
	assert_true(depth < RECORD_DEPTH_MAX);
	if (record->name == NULL || !*record->name || !is_sentence(record->doc))
		fail_msg("%s has no name or no doc", record->name);
	assert_true(record->count > 0);
	assert_int_equal(record->size > 0, is_input);
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];

		check_field(record, field, is_input);
		if (field->element != NULL)
			check_element(record, field);
		if (field->record != NULL)
			check_record(field->record, is_input, depth + 1);
		for (size_t j = 0; j < i; j++) {
			assert_string_not_equal(field->name, record->fields[j].name);
			if (is_input)
				assert_int_not_equal(
					field->offset, record->fields[j].offset);
		}
	}
}

TEST(describes_every_field_of_every_record)
{
	for (size_t i = 0; i < op_count; i++) {
		if (ops[i]->input != NULL)
			check_record(ops[i]->input, true, 0);
		if (ops[i]->output != NULL)
			check_record(ops[i]->output, false, 0);
	}
	check_record(&config_record, true, 0);
}

/* Checks that defaults hold against their own bounds: {} lacks only required fields. */
static void
check_defaults(struct arena *arena, const struct record *record)
{
	struct input_result result = input_decode(arena, record, NULL, 0);
	size_t required = 0;

	for (size_t i = 0; i < record->count; i++) {
		required += record->fields[i].required;
		if (record->fields[i].record != NULL &&
			record->fields[i].type == FIELD_OBJECT)
			check_defaults(arena, record->fields[i].record);
	}
	assert_null(result.missing);
	for (const struct fault *fault = result.faults; fault != NULL;
		fault = fault->next) {
		if (fault->code != FAULT_REQUIRED)
			fail_msg("%s: %s", record->name, fault->detail);
		required--;
	}
	assert_int_equal(required, 0);
}

TEST(has_defaults_that_are_valid)
{
	struct arena *arena = arena_new(4096);

	for (size_t i = 0; i < op_count; i++) {
		const struct record *input = ops[i]->input;

		for (size_t j = 0; input != NULL && j < input->count; j++) {
			const char *fallback = input->fields[j].fallback;
			const char *fault = NULL;

			/* In an array, because parsers differ about single strings. */
			if (fallback != NULL &&
				json_parse(arena, arena_printf(arena, "[%s]", fallback),
					strlen(fallback) + 2, &fault) == NULL)
				fail_msg("%s.%s: the default is no JSON", input->name,
					input->fields[j].name);
		}
		if (input != NULL)
			check_defaults(arena, input);
		arena_reset(arena);
	}
	arena_free(arena);
}

TEST(bounds_every_text_that_comes_in)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct record *input = ops[i]->input;

		for (size_t j = 0; input != NULL && j < input->count; j++) {
			const struct field *field = &input->fields[j];

			if (field->type == FIELD_TEXT && field->max <= 0)
				fail_msg("%s.%s has no bound of its own", input->name,
					field->name);
		}
	}
}

/* Programs name themselves here, and nobody can correct the name. Forbidden characters
 * are removed when the name is stored. */
static bool
is_stripped(const struct op *op)
{
	return strcmp(op->name, "client_register") == 0 ||
		strcmp(op->name, "client_describe") == 0;
}

/* Names appear in lists, mails and calendars beside the texts of others. */
TEST(takes_every_name_and_title_in_one_line)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct record *input = ops[i]->input;

		for (size_t k = 0; input != NULL && k < input->count; k++) {
			const struct field *field = &input->fields[k];
			bool is_name = strcmp(field->name, "name") == 0 ||
				strcmp(field->name, "title") == 0;

			if (is_name && !field->trimmed)
				fail_msg("%s: %s is not trimmed", ops[i]->name,
					field->name);
			if (is_name && field->format != FORMAT_LINE &&
				field->format != FORMAT_NAME && !is_stripped(ops[i]))
				fail_msg("%s: %s may have line breaks", ops[i]->name,
					field->name);
		}
	}
}
