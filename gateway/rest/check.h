/*
 * check.h - headers against what a route takes.
 */
#ifndef KITH_GATEWAY_REST_CHECK_H
#define KITH_GATEWAY_REST_CHECK_H

#include <stdbool.h>

#include "common/base/arena.h"
#include "proto/op.h"

/* Whether the answer may be JSON (RFC 9110, section 12.5.1). */
bool rest_accepts_json(const char *accept);

/* Whether a Content-Type is one that the method takes. */
bool rest_is_json(const char *content_type, enum method method);

/* Whether the answer may be what a successful operation answers. */
bool rest_accepts_answer(struct arena *arena, const char *accept, const struct op *op);

#endif
