/*
 * input.h - path, query and body of a request as one map.
 */
#ifndef KITH_GATEWAY_REST_INPUT_H
#define KITH_GATEWAY_REST_INPUT_H

#include "gateway/edge/gateway.h"
#include "gateway/rest/router.h"

struct rest_input {
	struct buffer map;    /* one msgpack map by the operation's record */
	struct fault *faults; /* of what the map cannot show */
	enum problem problem; /* MALFORMED_REQUEST or UNSUPPORTED_MEDIA_TYPE */
	const char *detail;
	struct image_body image; /* that the body is, or holds */
	bool no_object;          /* the body is JSON, but has no fields to look at */
};

void rest_input_read(struct rest_input *input, const struct http_request *request,
	const struct route *route);

/* Notes the image in the body, or what is wrong with it. */
void rest_image_read(struct rest_input *input, const struct http_request *request);

/* Turns pointers to fields that came by path or query into parameters. */
void
rest_fault_place(struct arena *arena, struct fault *faults, const struct route *route);

#endif
