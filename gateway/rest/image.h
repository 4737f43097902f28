/*
 * image.h - an image as the body of a request.
 */
#ifndef KITH_GATEWAY_REST_IMAGE_H
#define KITH_GATEWAY_REST_IMAGE_H

#include "gateway/rest/exchange.h"
#include "gateway/rest/input.h"

/* The maximal size of the body. */
size_t rest_image_bytes_max(const struct http_request *request);

/* Reads the body once there is memory for all of it; 503 after 15 seconds. */
void rest_image_wait(struct rest *rest);

/* Finds the image in the body, or the fault of the body. */
void rest_image_read(struct rest_input *input, const struct http_request *request);

#endif
