/*
 * openapi.h - the contract as an OpenAPI 3.1 document, printed from the tables.
 */
#ifndef KITH_GATEWAY_REFERENCE_OPENAPI_H
#define KITH_GATEWAY_REFERENCE_OPENAPI_H

#include "common/base/arena.h"

/* The document, compact. */
void openapi_write(struct buffer *out);

/* The document as it is committed: two spaces for each level. */
void openapi_print(struct buffer *out);

#endif
