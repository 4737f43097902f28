/*
 * query.c - the query as fields of the input.
 */
#include "gateway/rest/query.h"

#include <string.h>

#include "common/wire/wire.h"
#include "gateway/core/request/pairs.h"
#include "gateway/rest/fault.h"
#include "gateway/rest/router.h"

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
		const struct text *parameter = &route->parameters[i].name;

		if (parameter->size == name->size &&
			memcmp(parameter->data, name->data, name->size) == 0)
			return true;
	}
	return false;
}

size_t
rest_query_write(struct buffer *map, const struct http_request *request,
	const struct route *route, struct fault **faults)
{
	const struct pairs query = {request->query, request->query_count};
	size_t pairs = 0;
	bool body = op_takes_body(route->op);

	if (route->op->ignores_query)
		return 0;
	for (size_t i = 0; i < query.count; i++) {
		const struct text *name = &query.list[i].name;
		const struct field *field;

		if (pairs_seen_before(&query, i))
			continue;
		if (body || names_path_parameter(route, name)) {
			add_fault(request, faults, i, FAULT_UNKNOWN_FIELD,
				"is not a parameter of this route");
			continue;
		}
		field = record_field(route->op->input, name->data, name->size);
		wire_string(map, name->data, name->size);
		pairs_put(map, &query, i, field);
		pairs++;
		if (field != NULL && field->type != FIELD_LIST &&
			pairs_occurrences(&query, i) > 1) {
			add_fault(request, faults, i, FAULT_TOO_MANY,
				"may be given only once");
		}
	}
	return pairs;
}
