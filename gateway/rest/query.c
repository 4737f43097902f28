/*
 * query.c - the query as fields of the input.
 *
 * A query only has strings, so each becomes the type that its field wants, if it reads like
 * one; what does not stays a string, and the validator says what is wrong with it.
 */
#include <string.h>

#include "common/wire/wire.h"
#include "gateway/rest/inside.h"

static bool
text_is(const struct text *text, const char *string)
{
	return text->size == strlen(string) &&
		memcmp(text->data, string, text->size) == 0;
}

static bool
text_equal(const struct text *a, const struct text *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Reads a decimal without leading zeros; one beyond the range becomes one far beyond every
 * bound, so that the validator calls it too large. */
static bool
parse_integer(const struct text *text, int64_t *value)
{
	bool negative = text->size > 0 && text->data[0] == '-';
	size_t at = negative ? 1 : 0;
	int64_t sum = 0;

	if (at == text->size || (text->data[at] == '0' && text->size > at + 1))
		return false;
	for (; at < text->size; at++) {
		int digit = text->data[at] - '0';

		if (text->data[at] < '0' || text->data[at] > '9')
			return false;
		if (__builtin_mul_overflow(sum, 10, &sum) ||
			__builtin_add_overflow(sum, digit, &sum))
			sum = INT64_MAX / 10;
	}
	*value = negative ? -sum : sum;
	return true;
}

/* One value, by the type of its field; a NULL field is one that the record does not have. */
static void
write_value(struct buffer *map, const struct field *field, const struct text *value)
{
	int64_t integer;
	enum field_type type = field != NULL ? field->type : FIELD_TEXT;

	if (type == FIELD_INTEGER && parse_integer(value, &integer))
		wire_integer(map, integer);
	else if (type == FIELD_BOOLEAN && text_is(value, "true"))
		wire_boolean(map, true);
	else if (type == FIELD_BOOLEAN && text_is(value, "false"))
		wire_boolean(map, false);
	else
		wire_string(map, value->data, value->size);
}

/* The field of a record by name, or NULL. */
static const struct field *
find_field(const struct record *record, const struct text *name)
{
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		if (text_is(name, record->fields[i].name))
			return &record->fields[i];
	}
	return NULL;
}

/* Whether the same name stands earlier in the query. */
static bool
seen_before(const struct http_request *request, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (text_equal(&request->query[i].name, &request->query[index].name))
			return true;
	}
	return false;
}

/* How often the name at `index` occurs. */
static size_t
occurrences(const struct http_request *request, size_t index)
{
	size_t count = 0;

	for (size_t i = index; i < request->query_count; i++) {
		if (text_equal(&request->query[i].name, &request->query[index].name))
			count++;
	}
	return count;
}

/* All values of a repeated parameter, as an array. */
static void
write_list(struct buffer *map, const struct http_request *request, size_t index,
	const struct field *field)
{
	wire_array(map, occurrences(request, index));
	for (size_t i = index; i < request->query_count; i++) {
		if (text_equal(&request->query[i].name, &request->query[index].name))
			write_value(map, field->element, &request->query[i].value);
	}
}

static void
add_fault(const struct http_request *request, struct fault **faults, size_t index,
	enum fault_code code, const char *format)
{
	const char *name = request->query[index].name.data;
	const char *detail = arena_printf(request->arena, "%s %s", name, format);

	rest_fault_add(request->arena, faults, code, detail)->parameter = name;
}

static bool
names_path_parameter(const struct route *route, const struct text *name)
{
	for (size_t i = 0; i < route->parameter_count; i++) {
		if (text_equal(&route->parameters[i].name, name))
			return true;
	}
	return false;
}

size_t
rest_query_write(struct buffer *map, const struct http_request *request,
	const struct route *route, struct fault **faults)
{
	size_t pairs = 0;
	bool body = op_takes_body(route->op);

	for (size_t i = 0; i < request->query_count; i++) {
		const struct text *name = &request->query[i].name;
		const struct field *field;

		if (seen_before(request, i))
			continue;
		if (body || names_path_parameter(route, name)) {
			add_fault(request, faults, i, FAULT_UNKNOWN_FIELD,
				"is not a parameter of this route");
			continue;
		}
		field = find_field(route->op->input, name);
		wire_string(map, name->data, name->size);
		pairs++;
		if (field != NULL && field->type == FIELD_LIST &&
			field->element != NULL) {
			write_list(map, request, i, field);
			continue;
		}
		write_value(map, field, &request->query[i].value);
		if (field != NULL && occurrences(request, i) > 1) {
			add_fault(request, faults, i, FAULT_TOO_MANY,
				"may be given only once");
		}
	}
	return pairs;
}
