#include <string.h>

#include "services/orgs/handlers.h"
#include "services/orgs/join/org_join_request.h"

/* The tool that combines approving and declining. */
enum problem
org_join_request_respond(struct call *call, const void *input)
{
	const struct org_join_request_respond_in *in = input;

	return org_join_request_decide(
		call, &in->slug, &in->id, strcmp(in->decision.data, "approve") == 0);
}
