#include "services/orgs/handlers.h"
#include "services/orgs/join/org_join_request.h"
#include "services/orgs/org/org_listing.h"

#define NEWEST(rows) \
	SQL("SELECT " JOIN_REQUEST_COLUMNS " FROM " JOIN_REQUEST_TABLES \
	    " WHERE r.org_id = $5 AND r.status = $6" \
	    LIST_PAGE("r.created_at", "r.id", rows))

LIST(REQUESTS, NEWEST, .sort = "created_at");

/* For owners and admins. */
enum problem
org_join_request_list(struct call *call, const void *input)
{
	const struct org_join_request_list_in *in = input;

	return org_listing_answer(call, &in->slug, ORG_ADMIN, REQUESTS, in->status);
}
