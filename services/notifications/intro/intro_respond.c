#include <string.h>

#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"

/* The MCP tool that accepts or declines. */
enum problem
intro_respond(struct call *call, const void *input)
{
	const struct intro_respond_in *in = input;

	return intro_decide(call, &in->id.uuid, strcmp(in->decision.data, "accept") == 0);
}
