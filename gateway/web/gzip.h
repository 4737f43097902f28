/*
 * gzip.h - the one door to zlib.
 */
#ifndef KITH_GATEWAY_WEB_GZIP_H
#define KITH_GATEWAY_WEB_GZIP_H

#include "common/base/arena.h"

/* Adds the bytes as a gzip stream (RFC 1952), as small as it gets; nothing when zlib
 * fails. */
void gzip_put(struct buffer *out, const void *data, size_t size);

#endif
