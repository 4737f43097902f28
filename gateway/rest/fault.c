#include "gateway/rest/fault.h"

#include <string.h>

#include "gateway/rest/router.h"

struct fault *
rest_fault_add(struct arena *arena, struct fault **list, enum fault_code code,
	const char *detail)
{
	struct fault *fault;

	while (*list != NULL)
		list = &(*list)->next;
	fault = arena_alloc(arena, sizeof(*fault));
	fault->code = code;
	fault->detail = detail;
	*list = fault;
	return fault;
}

/* Whether a name is a parameter of the path. */
static bool
names_parameter(const struct route *route, const char *name, size_t size)
{
	for (size_t i = 0; i < route->parameter_count; i++) {
		if (route->parameters[i].name.size == size &&
			memcmp(route->parameters[i].name.data, name, size) == 0)
			return true;
	}
	return false;
}

/* The name of a field in a body when it differs from the field's own; otherwise NULL. */
static const char *
name_in_body(const struct route *route, const char *name, size_t size)
{
	const struct field *field = record_field(route->op->input, name, size);

	return field != NULL ? field->body_name : NULL;
}

/* Replaces the field's name at the beginning of a sentence. */
static const char *
rename_in_detail(struct arena *arena, const char *detail, const char *name, size_t size,
	const char *otherwise)
{
	if (detail == NULL || strncmp(detail, name, size) != 0 ||
		strchr(" .[", detail[size]) == NULL)
		return detail;
	return arena_printf(arena, "%s%s", otherwise, detail + size);
}

void
rest_fault_place(struct arena *arena, struct fault *faults, const struct route *route)
{
	bool by_query = !op_takes_body(route->op);

	for (struct fault *fault = faults; fault != NULL; fault = fault->next) {
		const char *name, *otherwise;
		size_t size;

		if (fault->pointer == NULL || strncmp(fault->pointer, "#/", 2) != 0)
			continue;
		name = fault->pointer + 2;
		size = strcspn(name, "/");
		otherwise = name_in_body(route, name, size);
		if (otherwise != NULL) {
			fault->detail = rename_in_detail(
				arena, fault->detail, name, size, otherwise);
			fault->pointer =
				arena_printf(arena, "#/%s%s", otherwise, name + size);
			continue;
		}
		if (!by_query && !names_parameter(route, name, size))
			continue;
		fault->parameter = arena_copy(arena, name, size);
		fault->pointer = NULL;
	}
}
