#include "gateway/core/request/pairs.h"

#include <string.h>

#include "common/wire/wire.h"

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

/* Reads a decimal without leading zeros. A value out of range becomes a large one, so
 * that the validator reports it as too large. */
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

/* Writes one value by the type of its field; a NULL field is unknown to the record. */
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

bool
pairs_seen_before(const struct pairs *pairs, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (text_equal(&pairs->list[i].name, &pairs->list[index].name))
			return true;
	}
	return false;
}

size_t
pairs_occurrences(const struct pairs *pairs, size_t index)
{
	size_t count = 0;

	for (size_t i = index; i < pairs->count; i++) {
		if (text_equal(&pairs->list[i].name, &pairs->list[index].name))
			count++;
	}
	return count;
}

const struct text *
pairs_find(const struct pairs *pairs, const char *name)
{
	for (size_t i = 0; i < pairs->count; i++) {
		if (text_is(&pairs->list[i].name, name))
			return &pairs->list[i].value;
	}
	return NULL;
}

/* Writes all values of a repeated parameter as an array. */
static void
write_list(struct buffer *map, const struct pairs *pairs, size_t index,
	const struct field *field)
{
	wire_array(map, pairs_occurrences(pairs, index));
	for (size_t i = index; i < pairs->count; i++) {
		if (text_equal(&pairs->list[i].name, &pairs->list[index].name))
			write_value(map, field->element, &pairs->list[i].value);
	}
}

void
pairs_put(struct buffer *map, const struct pairs *pairs, size_t index,
	const struct field *field)
{
	if (field != NULL && field->type == FIELD_LIST && field->element != NULL)
		write_list(map, pairs, index, field);
	else
		write_value(map, field, &pairs->list[index].value);
}
