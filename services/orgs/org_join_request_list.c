#include "services/orgs/handlers.h"
#include "services/orgs/org_join_request.h"
#include "services/orgs/org_sql.h"

#define LIST(rows) \
	"SELECT " JOIN_REQUEST_COLUMNS " FROM " JOIN_REQUEST_TABLES \
	" WHERE r.org_id = $1 AND r.status = $4" ORG_AFTER("r.created_at", "r.id") \
		ORG_NEWEST("r.created_at", "r.id", rows)

static const char LIST_USUAL[] = LIST("26");
static const char LIST_LARGE[] = LIST("101");

/* Who asked to join, for owners and admins. */
enum problem
org_join_request_list(struct call *call, const void *input)
{
	const struct org_join_request_list_in *in = input;
	const struct org_page page = org_page(call);
	struct org org;
	enum problem problem = org_find_as(call, &in->slug, ORG_ADMIN, &org);

	if (problem != PROBLEM_NONE)
		return problem;
	return reply_page(call,
		db_query(call, page.large ? LIST_LARGE : LIST_USUAL, DB_UUID(&org.id),
			DB_INSTANT(page.sort), DB_ID(page.id), DB_TEXT(in->status)),
		"createdAt", NULL);
}
