/*
 * scratch_check.c - compares a reply with its operation's declaration and with a test's
 * expectation.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/config/config.h"
#include "common/json/json.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

static void
check_record(const struct record *record, const json_t *value, const char *where);

static bool
is_one_of(const char *const *values, const char *value)
{
	for (; *values != NULL; values++)
		if (strcmp(*values, value) == 0)
			return true;
	return false;
}

/* Whether the value is an id of the field's kind, or of any kind where the field names
 * none. */
static bool
is_identifier(const struct field *field, const char *value)
{
	struct uuid uuid;

	if (field->prefix == NULL)
		return id_kind(value, strlen(value)) != NULL;
	return id_parse(value, strlen(value), field->prefix, &uuid);
}

/* Whether a string is valid for a field whose JSON type is string. */
static bool
is_right_string(const struct field *field, const char *value)
{
	const char *base = config()->base_url.data;
	int64_t unix_us;

	if (field->type == FIELD_ENUM)
		return is_one_of(field->values, value);
	if (field->type == FIELD_IDENTIFIER)
		return is_identifier(field, value);
	if (field->type == FIELD_INSTANT)
		return strlen(value) == CLOCK_TEXT_SIZE - 1 &&
			clock_parse(value, strlen(value), &unix_us);
	if (field->type == FIELD_MEDIA)
		return strncmp(value, base, strlen(base)) == 0;
	return true;
}

static void
check_list(const struct field *field, const json_t *value, const char *where)
{
	size_t count = json_array_size(value);

	if (!json_is_array(value))
		fail_msg("%s is no array", where);
	for (size_t i = 0; i < count; i++) {
		const json_t *item = json_array_get(value, i);

		if (field->record != NULL)
			check_record(field->record, item, where);
		else if (!json_is_string(item) ||
			!is_right_string(field->element, json_string_value(item)))
			fail_msg("%s holds a wrong item", where);
	}
}

static void
check_map(const json_t *value, const char *where)
{
	const char *key;
	json_t *item;

	if (!json_is_object(value))
		fail_msg("%s is no object", where);
	json_object_foreach(
		(json_t *)(uintptr_t)value, key, item) if (!json_is_string(item))
		fail_msg("%s.%s is no string", where, key);
}

static void
check_field(const struct field *field, const json_t *value, const char *where)
{
	if (json_is_null(value)) {
		if (!field->nullable)
			fail_msg("%s is null", where);
		return;
	}
	switch (field->type) {
	case FIELD_TEXT:
	case FIELD_ENUM:
	case FIELD_INSTANT:
	case FIELD_IDENTIFIER:
	case FIELD_MEDIA:
		if (!json_is_string(value) ||
			!is_right_string(field, json_string_value(value)))
			fail_msg("%s is wrong", where);
		break;
	case FIELD_INTEGER:
		if (!json_is_integer(value))
			fail_msg("%s is no integer", where);
		break;
	case FIELD_BOOLEAN:
		if (!json_is_boolean(value))
			fail_msg("%s is no boolean", where);
		break;
	case FIELD_LIST:
		check_list(field, value, where);
		break;
	case FIELD_MAP:
		check_map(value, where);
		break;
	case FIELD_OBJECT:
		check_record(field->record, value, where);
		break;
	case FIELD_BYTES: /* JSON has no bytes */
		fail_msg("%s is bytes", where);
		break;
	}
}

/* Checks that a record has all its fields and no other. */
static void
check_record(const struct record *record, const json_t *value, const char *where)
{
	size_t left_out = 0;

	if (!json_is_object(value))
		fail_msg("%s is no object", where);
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];
		const json_t *member = json_object_get(value, field->name);

		const char *name =
			arena_printf(scratch_arena(), "%s.%s", where, field->name);

		if (member == NULL && field->optional) {
			left_out++;
			continue;
		}
		if (member == NULL)
			fail_msg("%s is missing", name);
		check_field(field, member, name);
	}
	if (json_object_size(value) != record->count - left_out)
		fail_msg("%s has fields that %s does not", where, record->name);
}

/* The records of a page or a bare array. */
static void
check_records(const struct record *record, const json_t *items, const char *where)
{
	if (!json_is_array(items))
		fail_msg("%s answers no list", where);
	for (size_t i = 0; i < json_array_size(items); i++)
		check_record(record, json_array_get(items, i), where);
}

static void
check_page(const struct record *record, const json_t *page, const char *where)
{
	const json_t *cursor = json_object_get(page, "nextCursor");

	check_records(record, json_object_get(page, "items"), where);
	if (!json_is_string(cursor) && !json_is_null(cursor))
		fail_msg("%s has no nextCursor", where);
	if (json_object_size(page) != 2)
		fail_msg("%s has more than items and nextCursor", where);
}

/* Checks a part of a record: pieces with some of its fields each. */
static void
check_part(const struct record *record, const json_t *pieces, const char *where)
{
	if (!json_is_array(pieces))
		fail_msg("%s answers no pieces", where);
	for (size_t i = 0; i < json_array_size(pieces); i++) {
		const json_t *piece = json_array_get(pieces, i);
		size_t known = 0;

		for (size_t k = 0; k < record->count; k++) {
			const struct field *field = &record->fields[k];
			const json_t *member = json_object_get(piece, field->name);

			if (member == NULL)
				continue;
			check_field(field, member, field->name);
			known++;
		}
		if (known == 0 || json_object_size(piece) != known)
			fail_msg("%s has fields that %s does not", where, record->name);
	}
}

void
scratch_check_output(const struct call *call)
{
	const struct op *op = call->op;
	struct buffer text = {.arena = scratch_arena()};
	const char *fault = NULL;
	const json_t *value;

	if (!json_from_wire(&text, call->reply.data, call->reply.size))
		fail_msg("the reply of %s is not well-formed", op->name);
	/* json_parse() refuses a bare null, so it is handled here. */
	if (op->shape == SHAPE_NONE) {
		if (text.size != 4 || memcmp(text.data, "null", 4) != 0)
			fail_msg("%s answers something", op->name);
		return;
	}
	value = json_parse(scratch_arena(), text.data, text.size, &fault);
	if (value == NULL)
		fail_msg("the reply of %s is no JSON: %s", op->name, fault);
	if (op->shape == SHAPE_PAGE)
		check_page(op->output, value, op->name);
	else if (op->shape == SHAPE_ARRAY)
		check_records(op->output, value, op->name);
	else if (op->shape == SHAPE_FILE)
		assert_true(json_is_string(value));
	else if (op->shape == SHAPE_CHUNKED)
		check_part(op->output, value, op->name);
	else
		check_record(op->output, value, op->name);
}

#define LENGTH ".length"

/* The number of items at a path that ends with LENGTH; -1 for every other path. */
static int
length_at(const struct scratch_answer *answer, const char *path)
{
	const size_t size = strlen(path) - strlen(LENGTH);
	const json_t *array;

	if (strlen(path) <= strlen(LENGTH) || strcmp(path + size, LENGTH) != 0)
		return -1;
	array = scratch_at(answer, scratch_printf("%.*s", (int)size, path));
	if (!json_is_array(array))
		fail_msg("%s: no array in %s", path, answer->text);
	return (int)json_array_size(array);
}

/* Whether the answer has the value at the path. */
static bool
has(const struct scratch_answer *answer, const char *path, const json_t *expected)
{
	const int length = length_at(answer, path);

	if (length >= 0)
		return json_is_integer(expected) &&
			json_integer_value(expected) == length;
	return json_equal(scratch_at(answer, path), expected) == 1;
}

void
scratch_expect(struct scratch_answer answer, const char *format, ...)
{
	const char *json, *path, *fault = NULL;
	const json_t *expected;
	json_t *value;
	va_list arguments;

	va_start(arguments, format);
	json = scratch_json(format, arguments);
	va_end(arguments);
	if (answer.problem != PROBLEM_NONE)
		fail_msg("%s instead of an answer: %s", problems[answer.problem].code,
			answer.detail == NULL ? answer.cause : answer.detail);
	expected = json_parse(scratch_arena(), json, strlen(json), &fault);
	if (expected == NULL)
		fail_msg("what the test expects is no JSON: %s", fault);
	json_object_foreach((json_t *)(uintptr_t)expected, path, value)
	{
		if (!has(&answer, path, value))
			fail_msg("%s is another one in %s", path, answer.text);
	}
}

void
scratch_assert_problem(
	struct scratch_answer answer, enum problem expected, const char *file, int line)
{
	if (answer.problem == expected)
		return;
	print_error("the problem is %s instead of %s (%s)\n",
		problems[answer.problem].code, problems[expected].code, answer.cause);
	_fail(file, line);
}
