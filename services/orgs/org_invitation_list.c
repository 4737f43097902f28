#include "services/orgs/handlers.h"
#include "services/orgs/org.h"
#include "services/orgs/org_invitation_sql.h"
#include "services/orgs/org_sql.h"

#define LIST(rows) \
	"SELECT " INVITATION_COLUMNS " FROM " INVITATION_TABLES \
	" WHERE i.org_id = $1" ORG_AFTER("i.created_at", "i.id") \
		ORG_NEWEST("i.created_at", "i.id", rows)

static const char LIST_USUAL[] = LIST("26");
static const char LIST_LARGE[] = LIST("101");

/* Pending and past ones, for owners and admins. */
enum problem
org_invitation_list(struct call *call, const void *input)
{
	const struct org_invitation_list_in *in = input;
	const struct org_page page = org_page(call);
	struct org org;
	enum problem problem = org_find_as(call, &in->slug, ORG_ADMIN, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	return reply_page(call,
		db_query(call, page.large ? LIST_LARGE : LIST_USUAL, DB_UUID(&org.id),
			DB_INSTANT(page.sort), DB_ID(page.id)),
		"createdAt", NULL);
}
