/*
 * schema_name.c - the names of components and members, and references to them.
 */
#include <ctype.h>
#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/inside.h"

const char *
schema_camel_case(struct arena *arena, const char *name)
{
	size_t size = strlen(name), written = 0;
	char *camel = arena_alloc(arena, size + 1);
	bool upper = true;

	for (size_t i = 0; i < size; i++) {
		if (name[i] != '_') {
			camel[written] = name[i];
			if (upper)
				camel[written] = (char)toupper((unsigned char)name[i]);
			written++;
		}
		upper = name[i] == '_';
	}
	camel[written] = '\0';
	return camel;
}

const char *
schema_name(struct arena *arena, const struct record *record)
{
	const char *camel = schema_camel_case(arena, record->name);
	size_t size = strlen(record->name);

	if (size > 3 && strcmp(record->name + size - 3, "_in") == 0)
		return arena_printf(arena, "%sput", camel);
	return camel;
}

const char *
schema_page_name(struct arena *arena, const struct record *record)
{
	return arena_printf(arena, "%sPage", schema_name(arena, record));
}

void
schema_put_reference(
	struct buffer *out, const char *key, const char *kind, const char *name)
{
	json_add_open(out, key, '{');
	json_add_text(
		out, "$ref", arena_printf(out->arena, "#/components/%s/%s", kind, name));
	json_add_close(out, '}');
}

const char *
schema_member_name(const struct field *field, const struct op *body_of)
{
	return body_of != NULL && field->body_name != NULL ? field->body_name
							   : field->name;
}
