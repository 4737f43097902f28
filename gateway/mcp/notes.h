/*
 * notes.h - the sentences beside a result.
 */
#ifndef KITH_GATEWAY_MCP_NOTES_H
#define KITH_GATEWAY_MCP_NOTES_H

#include "gateway/mcp/turn.h"

/*
 * Says what an assistant must not miss: that a call was carried out before, who can see
 * what it wrote, the warnings of the operation, and which texts members wrote. Writes
 * nothing when there is nothing to say.
 */
void mcp_notes_write(struct buffer *out, const struct mcp_turn *turn,
	const json_t *answer, const struct message_reply *reply);

#endif
