/*
 * extra.c - no further methods. The test build of the gateway links tests/conformance
 * in place of this file.
 */
#include "gateway/mcp/extra.h"

#include "gateway/mcp/turn.h"

bool
mcp_extra_takes(const struct mcp_turn *turn)
{
	(void)turn;
	return false;
}

bool
mcp_extra_run(struct mcp_turn *turn)
{
	return turn->answered;
}

void
mcp_extra_response(const struct mcp_exchange *exchange, const json_t *response)
{
	(void)exchange;
	(void)response;
}
