#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/input/decoder.h"
#include "common/text/iri.h"
#include "common/text/text.h"
#include "common/text/visible.h"

static struct text
copy_text(struct input_decoder *decoder, const struct wire_value *value)
{
	return (struct text){GIVEN, (uint32_t)value->size,
		arena_copy(decoder->arena, value->data, value->size)};
}

/* Notes the first value whose record cannot exist. */
static void
note_missing(struct input_decoder *decoder, const struct field *field, const char *detail)
{
	if (decoder->missing != NULL)
		return;
	decoder->missing = field;
	decoder->missing_detail = detail;
}

/* The bounds as a sentence: "must have 3 to 140 characters". */
static const char *
bounds_sentence(struct input_decoder *decoder, long long min, long long max)
{
	if (min == max) {
		return arena_printf(decoder->arena, "must have %lld character%s", max,
			max == 1 ? "" : "s");
	}
	if (min == 0) {
		return arena_printf(
			decoder->arena, "may have at most %lld characters", max);
	}
	return arena_printf(
		decoder->arena, "must have %lld to %lld characters", min, max);
}

/* Whether a text that must not be empty shows nothing. */
static bool
is_blank(const struct field *field, const struct wire_value *value)
{
	return field->min > 0 && !field->secret && text_format_is_free(field->format) &&
		!visible_shows((const char *)value->data, value->size);
}

/* Adds a fault for a text that is too short or too long. */
static void
fault_length(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, enum fault_code code, bool shows)
{
	int64_t max = (int64_t)input_value_max(field);
	const char *bounds = bounds_sentence(decoder, field->min, max);
	struct fault *fault = input_fault(decoder, place, code, "%s%s", bounds,
		shows ? "" : ", some of which can be seen");

	fault->has_min = field->min > 0;
	fault->min = field->min;
	fault->has_max = true;
	fault->max = max;
}

/* Checks the number of code points; FAULT_COUNT when it is within the bounds. */
static enum fault_code
check_length(const struct field *field, const struct wire_value *value)
{
	size_t length = utf8_length((const char *)value->data, value->size);

	if (field->min > 0 && (length < (size_t)field->min || is_blank(field, value)))
		return FAULT_TOO_SHORT;
	return length > input_value_max(field) ? FAULT_TOO_LONG : FAULT_COUNT;
}

/* The ASCII form of an address with characters beyond ASCII, if it has one; else the
 * value itself. */
static struct wire_value
to_ascii(
	struct input_decoder *decoder, const struct field *field, struct wire_value value)
{
	const char *data = (const char *)value.data;
	char *ascii;
	size_t size;

	if (!iri_is_wide(field->format, data, value.size))
		return value;
	ascii = arena_alloc(decoder->arena, IRI_ASCII_MAX(value.size));
	size = iri_to_ascii(field->format, data, value.size, ascii);
	if (size > 0) {
		value.data = (const uint8_t *)ascii;
		value.size = (uint32_t)size;
	}
	return value;
}

void
input_text(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *sent, struct text *out)
{
	const struct wire_value cleaned =
		to_ascii(decoder, field, field->trimmed ? input_trim(sent) : *sent);
	const struct wire_value *value = &cleaned;
	enum fault_code length_fault = check_length(field, value);
	const char *wrong = NULL;

	if (value->size == 0 && field->empty_allowed) {
		out->presence = GIVEN;
		return;
	}
	if (length_fault == FAULT_COUNT) {
		wrong = text_format_check(
			field->format, (const char *)value->data, value->size);
	}
	if (length_fault == FAULT_COUNT && wrong == NULL) {
		*out = copy_text(decoder, value);
		return;
	}
	if (field->missing != PROBLEM_NONE) {
		note_missing(decoder, field, NULL);
	} else if (wrong != NULL) {
		input_fault(decoder, place,
			text_formats[field->format].pattern != NULL ? FAULT_PATTERN
								    : FAULT_FORMAT,
			"must be %s", wrong);
	} else {
		fault_length(decoder, place, field, length_fault,
			value->size == 0 || !is_blank(field, value));
	}
}

/* "a, b, c" */
static const char *
list_values(struct input_decoder *decoder, const char *const *values)
{
	struct buffer list = {.arena = decoder->arena};

	for (size_t i = 0; values[i] != NULL; i++) {
		if (i > 0)
			buffer_append(&list, ", ", 2);
		buffer_append(&list, values[i], strlen(values[i]));
	}
	return arena_copy(decoder->arena, list.data, list.size);
}

void
input_text_enum(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, struct text *out)
{
	if (value->size == 0 && field->empty_allowed) {
		out->presence = GIVEN;
		return;
	}
	for (size_t i = 0; field->values[i] != NULL; i++) {
		const char *known = field->values[i];
		size_t size = strlen(known);

		if (size == value->size && memcmp(known, value->data, size) == 0) {
			*out = (struct text){GIVEN, (uint32_t)size, known};
			return;
		}
	}
	input_fault(decoder, place, FAULT_ENUM, "must be one of %s",
		list_values(decoder, field->values));
}

void
input_text_instant(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, struct instant *out)
{
	int64_t unix_us;

	(void)field;
	if (clock_parse((const char *)value->data, value->size, &unix_us)) {
		*out = (struct instant){GIVEN, unix_us};
	} else {
		input_fault(decoder, place, FAULT_FORMAT,
			"must be a time such as 2026-11-21T09:36:00.000Z");
	}
}

void
input_text_identifier(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, struct identifier *out)
{
	const char *data = (const char *)value->data;
	struct uuid uuid;
	const char *kind;

	if (id_parse(data, value->size, field->prefix, &uuid)) {
		*out = (struct identifier){GIVEN, uuid};
		return;
	}
	kind = id_kind(data, value->size);
	if (field->missing != PROBLEM_NONE) {
		note_missing(decoder, field,
			kind != NULL ? arena_printf(decoder->arena, "this is %s", kind)
				     : NULL);
	} else if (kind != NULL) {
		input_fault(decoder, place, FAULT_FORMAT,
			"must begin with %s_; this is %s", field->prefix, kind);
	} else {
		input_fault(decoder, place, FAULT_FORMAT,
			"must be an id that begins with %s_", field->prefix);
	}
}
