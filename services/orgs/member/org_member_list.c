#include "services/orgs/handlers.h"
#include "services/orgs/member/org_member_sql.h"
#include "services/orgs/org/org_listing.h"

#define NEWEST(rows) \
	SQL("SELECT " ORG_MEMBER_COLUMNS " FROM " ORG_MEMBER_TABLES \
	    " WHERE v.org_id = $5" LIST_PAGE("v.joined_at", "v.member_id", rows))

LIST(MEMBERS, NEWEST, .sort = "joined_at");

/* Only members see the other members. */
enum problem
org_member_list(struct call *call, const void *input)
{
	const struct org_member_list_in *in = input;

	return org_listing_answer(
		call, &in->slug, ORG_MEMBER, MEMBERS, (struct text){.presence = ABSENT});
}
