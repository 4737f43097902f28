#include "services/orgs/handlers.h"
#include "services/orgs/join/org_join_request.h"

/* The member may request again. */
enum problem
org_join_request_decline(struct call *call, const void *input)
{
	const struct org_join_request_in *in = input;

	return org_join_request_decide(call, &in->slug, &in->id, false);
}
