/*
 * input.h - path, query and body as one msgpack map.
 */
#ifndef KITH_GATEWAY_REST_INPUT_H
#define KITH_GATEWAY_REST_INPUT_H

#include "gateway/core/invoke/invoke.h"
#include "gateway/rest/router.h"

struct rest_input {
	struct buffer map;    /* one msgpack map by the operation's record */
	struct fault *faults; /* the faults that the map cannot express */
	enum problem problem; /* MALFORMED_REQUEST or UNSUPPORTED_MEDIA_TYPE */
	const char *detail;
	struct image_body image; /* the image in the body */
	bool no_object;          /* the body is JSON, but not an object */
};

void rest_input_read(struct rest_input *input, const struct http_request *request,
	const struct route *route);

#endif
