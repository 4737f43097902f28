/*
 * image.h - an image as the body of a request.
 */
#ifndef KITH_GATEWAY_REST_IMAGE_H
#define KITH_GATEWAY_REST_IMAGE_H

#include "gateway/rest/exchange.h"
#include "gateway/rest/input.h"

/* How large the body may be. */
size_t rest_image_bytes_max(const struct http_request *request);

/* Reads the body on when there is memory for all of it; 503 when that takes too long. */
void rest_image_wait(struct rest *rest);

/* Notes the image in the body, or what is wrong with it. */
void rest_image_read(struct rest_input *input, const struct http_request *request);

#endif
