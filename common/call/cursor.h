/*
 * cursor.h - where a page ended, as an opaque text that only its own list accepts.
 *
 * Sort key (8 bytes), id (16 bytes) and a truncated HMAC-SHA256 (16 bytes) over the
 * operation's name, the digest of its filters and both, as base64url.
 */
#ifndef KITH_COMMON_CALL_CURSOR_H
#define KITH_COMMON_CALL_CURSOR_H

#include "common/call/call.h"

/* The cursor that continues after a position; bound to call->op and call->list_digest. */
char *cursor_encode(struct call *call, const struct page_position *after);

/* False when the cursor was not made for this list with these filters. */
bool cursor_decode(struct call *call, struct text cursor, struct page_position *after);

#endif
