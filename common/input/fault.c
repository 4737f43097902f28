#include <stdio.h>
#include <string.h>

#include "common/input/decoder.h"

/* The bytes of an unknown key that a fault shows. The key may be as long as a message. */
#define KEY_BYTES_SHOWN 80

/* The longest name that is compared with the names of fields. */
#define NAME_MAX_COMPARED 40

/* The largest edit distance of a suggested name. */
#define DISTANCE_MAX 2

/* Appends a key with ~ and / escaped (RFC 6901, section 3). */
static void
append_escaped(struct buffer *out, const char *name, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (name[i] == '~')
			buffer_append(out, "~0", 2);
		else if (name[i] == '/')
			buffer_append(out, "~1", 2);
		else
			buffer_append(out, &name[i], 1);
	}
}

static void
append_pointer(struct buffer *out, const struct input_place *place)
{
	char index[16];

	if (place == NULL) {
		buffer_append(out, "#", 1);
		return;
	}
	append_pointer(out, place->parent);
	buffer_append(out, "/", 1);
	if (place->is_item) {
		int length = snprintf(index, sizeof(index), "%u", place->index);

		buffer_append(out, index, (size_t)length);
	} else {
		append_escaped(out, place->name, place->size);
	}
}

/* The size of the shown part of a key. It ends between two code points. */
static size_t
shown_size(const char *name, size_t size)
{
	if (size <= KEY_BYTES_SHOWN)
		return size;
	size = KEY_BYTES_SHOWN;
	while (size > 0 && ((uint8_t)name[size] & 0xc0) == 0x80)
		size--;
	return size;
}

/* The name of a value in sentences: "publishTo.orgSlugs[2]". */
static const char *
fault_name(struct arena *arena, const struct input_place *place)
{
	const char *parent;

	if (place == NULL)
		return "the input";
	if (place->is_item) {
		return arena_printf(
			arena, "%s[%u]", fault_name(arena, place->parent), place->index);
	}
	parent = place->parent != NULL ? fault_name(arena, place->parent) : "";
	return arena_printf(arena, "%s%s%.*s", parent, *parent != '\0' ? "." : "",
		(int)shown_size(place->name, place->size), place->name);
}

/* Adds a fault to a list; returns a dummy when the list is full. */
static struct fault *
add(struct input_decoder *decoder, struct fault_list *list,
	const struct input_place *place, enum fault_code code, const char *detail)
{
	struct buffer pointer = {.arena = decoder->arena};
	struct fault *fault = arena_alloc(decoder->arena, sizeof(*fault));

	append_pointer(&pointer, place);
	fault->pointer = arena_copy(decoder->arena, pointer.data, pointer.size);
	fault->code = code;
	fault->detail = detail;
	if (list->last != NULL)
		list->last->next = fault;
	else
		list->first = fault;
	list->last = fault;
	list->count++;
	return fault;
}

static bool
is_full(const struct fault_list *list)
{
	return list->count >= INPUT_FAULTS_MAX;
}

struct fault *
input_fault(struct input_decoder *decoder, const struct input_place *place,
	enum fault_code code, const char *format, ...)
{
	const char *predicate;
	va_list arguments;

	if (is_full(&decoder->faults))
		return arena_alloc(decoder->arena, sizeof(struct fault));
	va_start(arguments, format);
	predicate = arena_vprintf(decoder->arena, format, arguments);
	va_end(arguments);
	return add(decoder, &decoder->faults, place, code,
		arena_printf(decoder->arena, "%s %s", fault_name(decoder->arena, place),
			predicate));
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The edit distance: insertions, deletions, changes and swaps of neighbours. */
static size_t
distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
	size_t rows[3][NAME_MAX_COMPARED + 1];

	for (size_t j = 0; j <= b_size; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_size; i++) {
		size_t *row = rows[i % 3], *above = rows[(i + 2) % 3];

		row[0] = i;
		for (size_t j = 1; j <= b_size; j++) {
			row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]),
				least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
				a[i - 2] == b[j - 1])
				row[j] = least(row[j], rows[(i + 1) % 3][j - 2] + 1);
		}
	}
	return rows[a_size % 3][b_size];
}

/* The field that was probably meant; NULL when no name is similar. */
static const char *
nearest(const struct record *record, const char *key, size_t size)
{
	const char *best = NULL;
	size_t best_distance = DISTANCE_MAX + 1;

	if (size > NAME_MAX_COMPARED)
		return NULL;
	for (size_t i = 0; i < record->count; i++) {
		const char *name = record->fields[i].name;
		size_t length = strlen(name), apart;

		if (length > NAME_MAX_COMPARED)
			continue;
		apart = distance(key, size, name, length);
		/* A name of two letters resembles every other name of two letters. */
		if (apart < best_distance && apart < length && apart < size) {
			best = name;
			best_distance = apart;
		}
	}
	return best;
}

void
input_fault_unknown(struct input_decoder *decoder, const struct input_place *parent,
	const struct record *record, const char *key, size_t size)
{
	struct input_place place = {.parent = parent, .name = key, .size = size};
	const char *name, *meant;

	if (is_full(&decoder->unknown))
		return;
	name = size > 0 ? fault_name(decoder->arena, &place) : "an empty name";
	meant = nearest(record, key, size);
	add(decoder, &decoder->unknown, &place, FAULT_UNKNOWN_FIELD,
		meant != NULL
			? arena_printf(decoder->arena,
				  "%s is not known here; did you mean %s?", name, meant)
			: arena_printf(decoder->arena, "%s is not known here", name));
}

/* The sentence for a value of the wrong type. */
static const char *const type_sentences[] = {
	[FIELD_TEXT] = "a string",
	[FIELD_ENUM] = "a string",
	[FIELD_INTEGER] = "a whole number",
	[FIELD_BOOLEAN] = "true or false",
	[FIELD_INSTANT] = "a time as a string",
	[FIELD_IDENTIFIER] = "an id as a string",
	[FIELD_LIST] = "an array",
	[FIELD_MAP] = "an object",
	[FIELD_OBJECT] = "an object",
	[FIELD_MEDIA] = "a string",
	[FIELD_BYTES] = "bytes",
};

void
input_value_mistyped(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, enum wire_type found)
{
	if (found == WIRE_NIL) {
		input_fault(decoder, place, FAULT_TYPE, "must not be null");
	} else {
		input_fault(decoder, place, FAULT_TYPE, "must be %s",
			type_sentences[field->type]);
	}
}
