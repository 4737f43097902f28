/*
 * openapi.h - the contract as an OpenAPI 3.1 document, printed from the tables.
 */
#ifndef KITH_GATEWAY_REFERENCE_OPENAPI_H
#define KITH_GATEWAY_REFERENCE_OPENAPI_H

#include "common/base/arena.h"
#include "proto/op.h"

/* The document, compact. */
void openapi_write(struct buffer *out);

/* The document as it is committed: two spaces for each level. */
void openapi_print(struct buffer *out);

/* The tags of a service's operations, and what they are about; NULL = nothing public. */
const char *openapi_tag(enum service_name service);
const char *openapi_tag_doc(enum service_name service);

/* ---- the document's parts, each a value after its key ---- */
void openapi_write_operation(struct buffer *out, const struct op *op);
void openapi_write_responses(struct buffer *out, const struct op *op);
void openapi_write_components(struct buffer *out);

#endif
