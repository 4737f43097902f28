#include "gateway/core/request/json_body.h"

json_t *
json_body(const struct http_request *request, const char **fault)
{
	return json_parse_bounded(request->arena, request->body, request->body_size,
		http_is_limited_as_strangers(request) ? BOUND_STRANGER_JSON_VALUES
						      : BOUND_JSON_VALUES,
		fault);
}
