/*
 * gzip.h - compression; the only user of zlib.
 */
#ifndef KITH_GATEWAY_WEB_GZIP_H
#define KITH_GATEWAY_WEB_GZIP_H

#include "common/base/arena.h"

/* Appends the bytes as a gzip stream (RFC 1952) at the best compression; nothing when
 * zlib fails. */
void gzip_put(struct buffer *out, const void *data, size_t size);

#endif
