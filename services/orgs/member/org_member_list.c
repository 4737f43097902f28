#include "services/orgs/handlers.h"
#include "services/orgs/member/org_member_sql.h"
#include "services/orgs/org/org_listing.h"
#include "services/orgs/org/org_sql.h"

#define LIST(rows) \
	"SELECT " ORG_MEMBER_COLUMNS " FROM " ORG_MEMBER_TABLES \
	" WHERE v.org_id = $1" ORG_AFTER("v.joined_at", "v.member_id") \
		ORG_NEWEST("v.joined_at", "v.member_id", rows)

static const struct org_listing listing = {
	.usual = LIST("26"),
	.large = LIST("101"),
	.sort = "joinedAt",
	.least = ORG_MEMBER,
};

/* Who is in an organization is told to those who are in it. */
enum problem
org_member_list(struct call *call, const void *input)
{
	const struct org_member_list_in *in = input;

	return org_listing_answer(
		call, &in->slug, &listing, (struct text){.presence = ABSENT});
}
