/*
 * openapi_begin.c - begins components, each name once, and refers to examples.
 */
#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/inside.h"

bool
openapi_begin(struct buffer *out, struct names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->names[i], name) == 0)
			return false;
	if (names->count == NAMES_MAX)
		return false;
	names->names[names->count++] = name;
	json_add_key(out, name);
	return true;
}

void
openapi_put_example(struct buffer *out, const char *name)
{
	json_add_open(out, "examples", '{');
	schema_put_reference(out, "example", "examples", name);
	json_add_close(out, '}');
}
