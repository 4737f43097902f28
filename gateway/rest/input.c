#include "gateway/rest/input.h"

#include <string.h>

#include "common/wire/wire.h"
#include "gateway/core/request/json_body.h"
#include "gateway/rest/check.h"
#include "gateway/rest/fault.h"
#include "gateway/rest/image.h"
#include "gateway/rest/query.h"
#include "gateway/rest/router.h"

static bool
names_path_parameter(const struct route *route, const char *name)
{
	size_t size = strlen(name);

	for (size_t i = 0; i < route->parameter_count; i++) {
		if (route->parameters[i].name.size == size &&
			memcmp(route->parameters[i].name.data, name, size) == 0)
			return true;
	}
	return false;
}

/* The field that has this other name in bodies, or NULL. */
static const struct field *
renamed_field(const struct record *record, const char *name)
{
	for (size_t i = 0; record != NULL && i < record->count; i++) {
		const struct field *field = &record->fields[i];

		if (field->body_name != NULL && strcmp(field->body_name, name) == 0)
			return field;
	}
	return NULL;
}

/* Whether the field of this name has another one in bodies. */
static bool
is_renamed(const struct record *record, const char *name)
{
	const struct field *field = record_field(record, name, strlen(name));

	return field != NULL && field->body_name != NULL;
}

/* Copies the members of a body; refuses one that the path gives already. */
static size_t
write_members(struct rest_input *input, json_t *object, const struct route *route)
{
	size_t pairs = 0;
	const char *name;
	json_t *value;

	json_object_foreach(object, name, value)
	{
		const struct record *record = route->op->input;
		const struct field *renamed = renamed_field(record, name);

		if (renamed == NULL &&
			(names_path_parameter(route, name) || is_renamed(record, name))) {
			const char *detail = arena_printf(
				input->map.arena, "%s is not given by the body", name);

			rest_fault_add(input->map.arena, &input->faults,
				FAULT_UNKNOWN_FIELD, detail)
				->pointer = arena_printf(input->map.arena, "#/%s", name);
			continue;
		}
		wire_cstring(&input->map, renamed != NULL ? renamed->name : name);
		json_to_wire(&input->map, value);
		pairs++;
	}
	return pairs;
}

/* Reads the body; an absent one counts as {}. */
static size_t
write_body(struct rest_input *input, const struct http_request *request,
	const struct route *route)
{
	json_t *json;

	if (op_takes_image(route->op)) {
		rest_image_read(input, request);
		return 0;
	}
	if (request->body_size == 0 || route->op->ignores_body)
		return 0;
	if (!op_takes_body(route->op)) {
		input->problem = PROBLEM_MALFORMED_REQUEST;
		input->detail = "this route takes no body";
		return 0;
	}
	if (!rest_is_json(http_header(request, "Content-Type"), route->op->method)) {
		input->problem = PROBLEM_UNSUPPORTED_MEDIA_TYPE;
		return 0;
	}
	json = json_body(request, &input->detail);
	if (json == NULL) {
		input->problem = PROBLEM_MALFORMED_REQUEST;
		return 0;
	}
	if (!json_is_object(json)) {
		input->no_object = true;
		rest_fault_add(request->arena, &input->faults, FAULT_TYPE,
			"the body must be an object")
			->pointer = "#";
		return 0;
	}
	return write_members(input, json, route);
}

void
rest_input_read(struct rest_input *input, const struct http_request *request,
	const struct route *route)
{
	size_t begin = wire_begin(&input->map);
	size_t pairs = write_body(input, request, route);

	pairs += rest_query_write(&input->map, request, route, &input->faults);
	for (size_t i = 0; i < route->parameter_count; i++) {
		const struct route_parameter *parameter = &route->parameters[i];

		wire_string(&input->map, parameter->name.data, parameter->name.size);
		wire_string(&input->map, parameter->value.data, parameter->value.size);
		pairs++;
	}
	wire_end_map(&input->map, begin, pairs);
}
