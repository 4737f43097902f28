#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_sql.h"
#include "services/orgs/org/org_listing.h"

#define NEWEST(rows) \
	SQL("SELECT " INVITATION_COLUMNS " FROM " INVITATION_TABLES \
	    " WHERE i.org_id = $5" LIST_PAGE("i.created_at", "i.id", rows))

LIST(INVITATIONS, NEWEST, .sort = "created_at");

/* For owners and admins. */
enum problem
org_invitation_list(struct call *call, const void *input)
{
	const struct org_invitation_list_in *in = input;

	return org_listing_answer(call, &in->slug, ORG_ADMIN, INVITATIONS,
		(struct text){.presence = ABSENT});
}
