#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_sql.h"
#include "services/orgs/org/org_listing.h"
#include "services/orgs/org/org_sql.h"

#define LIST(rows) \
	"SELECT " INVITATION_COLUMNS " FROM " INVITATION_TABLES \
	" WHERE i.org_id = $1" ORG_AFTER("i.created_at", "i.id") \
		ORG_NEWEST("i.created_at", "i.id", rows)

static const struct org_listing listing = {
	.usual = LIST("26"),
	.large = LIST("101"),
	.sort = "createdAt",
	.least = ORG_ADMIN,
};

/* Pending and past ones, for owners and admins. */
enum problem
org_invitation_list(struct call *call, const void *input)
{
	const struct org_invitation_list_in *in = input;

	return org_listing_answer(
		call, &in->slug, &listing, (struct text){.presence = ABSENT});
}
