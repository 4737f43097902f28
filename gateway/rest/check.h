/*
 * check.h - checks Accept and Content-Type.
 */
#ifndef KITH_GATEWAY_REST_CHECK_H
#define KITH_GATEWAY_REST_CHECK_H

#include "common/base/arena.h"
#include "proto/op.h"

/* Whether the client accepts JSON (RFC 9110, section 12.5.1). */
bool rest_accepts_json(const char *accept);

/* Whether the client accepts a successful answer of the operation. */
bool rest_accepts_answer(struct arena *arena, const char *accept, const struct op *op);

/* Whether the method accepts this Content-Type. */
bool rest_is_json(const char *content_type, enum method method);

#endif
