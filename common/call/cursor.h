/*
 * cursor.h - the end of a page as an opaque text that only its own list accepts.
 *
 * The text is base64url of the sort key (8 bytes), the id (16 bytes) and a truncated
 * HMAC-SHA256 (16 bytes). The HMAC covers the operation's name, the digest of its
 * filters, the key and the id.
 */
#ifndef KITH_COMMON_CALL_CURSOR_H
#define KITH_COMMON_CALL_CURSOR_H

#include "common/call/call.h"

/* A cursor for the rows after a position; bound to call->op and call->list_digest. */
char *cursor_encode(struct call *call, const struct page_position *after);

/* False when the cursor does not belong to this list with these filters. */
bool cursor_decode(struct call *call, struct text cursor, struct page_position *after);

#endif
