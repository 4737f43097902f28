/*
 * query.h - the query as fields of the input.
 */
#ifndef KITH_GATEWAY_REST_QUERY_H
#define KITH_GATEWAY_REST_QUERY_H

#include "common/bus/message.h"
#include "gateway/http/http.h"
#include "gateway/rest/router.h"

/* Writes the parameters of the query into the map; answers their number. */
size_t rest_query_write(struct buffer *map, const struct http_request *request,
	const struct route *route, struct fault **faults);

#endif
