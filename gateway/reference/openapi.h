/*
 * openapi.h - the contract as an OpenAPI 3.1 document.
 */
#ifndef KITH_GATEWAY_REFERENCE_OPENAPI_H
#define KITH_GATEWAY_REFERENCE_OPENAPI_H

#include "common/base/arena.h"

/* The document of this instance, compact. */
void openapi_write(struct buffer *out);

/* The document of any instance, as committed, indented by two spaces. */
void openapi_print(struct buffer *out);

#endif
