/*
 * input.c - builds the input of an operation from a form or a query.
 *
 * A dot leads into an object: "kinds.org_joined.email" is the field `email` of the
 * field `org_joined` of the field `kinds`. Empty items of a list are left out, so that a
 * form can send an empty list.
 */
#include <string.h>

#include "common/wire/wire.h"
#include "gateway/web/inside.h"

/* The sources of an input: lists of pairs, of which the first precedes, and the
 * operation. */
struct source {
	const struct op *op;
	const struct pairs *lists;
	size_t count;
};

const struct field *
input_field(const struct record *record, const char *name)
{
	const struct field *found = NULL;

	while (record != NULL) {
		const size_t size = strcspn(name, ".");

		found = NULL;
		for (size_t i = 0; i < record->count && found == NULL; i++) {
			const char *own = record->fields[i].name;

			if (strlen(own) == size && memcmp(own, name, size) == 0)
				found = &record->fields[i];
		}
		if (found == NULL || name[size] == '\0')
			return found;
		record = found->type == FIELD_OBJECT ? found->record : NULL;
		name += size + 1;
	}
	return NULL;
}

/* The index of a name; the count when it is absent. */
static size_t
find(const struct pairs *pairs, const char *name)
{
	for (size_t i = 0; i < pairs->count; i++) {
		if (strcmp(pairs->list[i].name.data, name) == 0)
			return i;
	}
	return pairs->count;
}

/* Whether any pair names a field of the object. */
static bool
has_below(const struct source *source, const char *name)
{
	const size_t size = strlen(name);

	for (size_t i = 0; i < source->count; i++) {
		for (size_t j = 0; j < source->lists[i].count; j++) {
			const char *given = source->lists[i].list[j].name.data;

			if (strncmp(given, name, size) == 0 && given[size] == '.')
				return true;
		}
	}
	return false;
}

/* Handles an empty control: a patch clears a field that can be cleared, and otherwise
 * the field is left out. */
static bool
put_empty(struct buffer *map, const struct op *op, const struct field *field)
{
	if (op->method != METHOD_PATCH ||
		(!field->nullable && !field->empty_allowed && field->type != FIELD_TEXT))
		return false;
	wire_cstring(map, field->name);
	if (field->nullable)
		wire_nil(map);
	else
		wire_string(map, "", 0);
	return true;
}

/* Writes the values of a name that are not empty as a list. */
static void
put_list(struct buffer *map, const struct pairs *pairs, const struct field *field,
	const char *name)
{
	struct http_parameter *kept =
		arena_array(map->arena, pairs->count + 1, sizeof(*kept));
	size_t count = 0;

	for (size_t i = 0; i < pairs->count; i++) {
		if (strcmp(pairs->list[i].name.data, name) == 0 &&
			pairs->list[i].value.size > 0)
			kept[count++] = pairs->list[i];
	}
	if (count == 0)
		wire_array(map, 0);
	else
		pairs_put(map, &(const struct pairs){kept, count}, 0, field);
}

/* Writes a map if the pairs have one: "links.Blog" is its entry "Blog", and an empty
 * "links" is an empty map. */
static bool
put_map(struct buffer *map, const struct source *source, const char *name,
	const struct field *field)
{
	const size_t size = strlen(name);
	size_t begin, count = 0;
	bool given = has_below(source, name);

	for (size_t i = 0; i < source->count; i++)
		given = given || find(&source->lists[i], name) < source->lists[i].count;
	if (!given)
		return false;
	wire_cstring(map, field->name);
	begin = wire_begin(map);
	for (size_t i = 0; i < source->count; i++) {
		for (size_t j = 0; j < source->lists[i].count; j++) {
			const struct http_parameter *pair = &source->lists[i].list[j];

			if (strncmp(pair->name.data, name, size) != 0 ||
				pair->name.data[size] != '.')
				continue;
			wire_cstring(map, pair->name.data + size + 1);
			wire_string(map, pair->value.data, pair->value.size);
			count++;
		}
	}
	wire_end_map(map, begin, count);
	return true;
}

/* Writes a field if the pairs have a value for it; answers whether they do. */
static bool
put_field(struct buffer *map, const struct source *source, const char *name,
	const struct field *field)
{
	for (size_t i = 0; i < source->count; i++) {
		const struct pairs *pairs = &source->lists[i];
		const size_t at = find(pairs, name);

		if (pairs->list == NULL || at == pairs->count)
			continue;
		if (pairs->list[at].value.size == 0 && field->type != FIELD_LIST)
			return put_empty(map, source->op, field);
		wire_cstring(map, field->name);
		if (field->type == FIELD_LIST)
			put_list(map, pairs, field, name);
		else
			pairs_put(map, pairs, at, field);
		return true;
	}
	return false;
}

/* Writes the fields of a record whose names begin with `prefix`. Records are not
 * recursive. */
static void
put_record(struct buffer *map, const struct source *source, const struct record *record,
	const char *prefix)
{
	const size_t begin = wire_begin(map);
	size_t pairs = 0;

	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const struct field *field = &record->fields[i];
		const char *name = arena_printf(map->arena, "%s%s", prefix, field->name);

		if (field->type == FIELD_MAP) {
			pairs += put_map(map, source, name, field);
		} else if (field->type != FIELD_OBJECT) {
			pairs += put_field(map, source, name, field);
		} else if (has_below(source, name)) {
			wire_cstring(map, field->name);
			put_record(map, source, field->record,
				arena_printf(map->arena, "%s.", name));
			pairs++;
		}
	}
	wire_end_map(map, begin, pairs);
}

void
input_put(
	struct buffer *map, const struct op *op, const struct pairs *lists, size_t count)
{
	const struct source source = {op, lists, count};

	put_record(map, &source, op->input, "");
}
