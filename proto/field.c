#include "proto/field.h"

#include <string.h>

const struct field *
record_field(const struct record *record, const char *name, size_t size)
{
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const char *known = record->fields[i].name;

		if (strlen(known) == size && memcmp(known, name, size) == 0)
			return &record->fields[i];
	}
	return NULL;
}

const void *
record_member(const struct record *record, const void *input, const char *name)
{
	const struct field *field = record_field(record, name, strlen(name));

	return field != NULL ? (const char *)input + field->offset : NULL;
}
