#include "services/orgs/handlers.h"
#include "services/orgs/org.h"
#include "services/orgs/org_member_sql.h"
#include "services/orgs/org_sql.h"

#define LIST(rows) \
	"SELECT " ORG_MEMBER_COLUMNS " FROM " ORG_MEMBER_TABLES \
	" WHERE v.org_id = $1" ORG_AFTER("v.joined_at", "v.member_id") \
		ORG_NEWEST("v.joined_at", "v.member_id", rows)

static const char LIST_USUAL[] = LIST("26");
static const char LIST_LARGE[] = LIST("101");

/* Who is in an organization is told to those who are in it. */
enum problem
org_member_list(struct call *call, const void *input)
{
	const struct org_member_list_in *in = input;
	const struct org_page page = org_page(call);
	struct org org;
	enum problem problem = org_find_as(call, &in->slug, ORG_MEMBER, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	return reply_page(call,
		db_query(call, page.large ? LIST_LARGE : LIST_USUAL, DB_UUID(&org.id),
			DB_INSTANT(page.sort), DB_ID(page.id)),
		"joinedAt", NULL);
}
