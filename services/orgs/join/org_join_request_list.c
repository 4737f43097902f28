#include "services/orgs/handlers.h"
#include "services/orgs/join/org_join_request.h"
#include "services/orgs/org/org_listing.h"
#include "services/orgs/org/org_sql.h"

#define LIST(rows) \
	"SELECT " JOIN_REQUEST_COLUMNS " FROM " JOIN_REQUEST_TABLES \
	" WHERE r.org_id = $1 AND r.status = $4" ORG_AFTER("r.created_at", "r.id") \
		ORG_NEWEST("r.created_at", "r.id", rows)

static const struct org_listing listing = {
	.usual = LIST("26"),
	.large = LIST("101"),
	.sort = "createdAt",
	.least = ORG_ADMIN,
};

/* Who asked to join, for owners and admins. */
enum problem
org_join_request_list(struct call *call, const void *input)
{
	const struct org_join_request_list_in *in = input;

	return org_listing_answer(call, &in->slug, &listing, in->status);
}
