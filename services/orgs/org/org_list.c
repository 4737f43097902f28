#include <string.h>

#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"
#include "services/orgs/org/org_sql.h"

/* A member is in few organizations, so those are looked up first and then put in order. */
#define MINE(rows) \
	"WITH v AS MATERIALIZED (SELECT org_id, role FROM org_members WHERE member_id = $1)" \
	" SELECT " ORG_VIEW_COLUMNS( \
		"$1") " FROM v JOIN orgs o ON o.id = v.org_id WHERE true" ORG_AFTER("o.created_at", \
		"o.id") ORG_NEWEST("o.created_at", "o.id", rows)

#define LISTED(rows) \
	"SELECT " ORG_COLUMNS ", NULL::text AS role, " ORG_REQUEST_STATUS( \
		"$1") " FROM orgs o" \
		      " WHERE o.visibility = 'public' AND o.join_policy <> 'invite_only' AND NOT EXISTS" \
		      " (SELECT FROM org_members v WHERE v.org_id = o.id AND v.member_id = $1)" ORG_AFTER( \
			      "o.created_at", "o.id") \
			      ORG_NEWEST("o.created_at", "o.id", rows)

STATEMENT(LIST_MINE,
	MINE("26"));
STATEMENT(LIST_MINE_LARGE,
	MINE("101"));
STATEMENT(LIST_LISTED,
	LISTED("26"));
STATEMENT(LIST_LISTED_LARGE,
	LISTED("101"));

/* The caller's organizations, or public ones that it could join. */
enum problem
org_list(struct call *call, const void *input)
{
	const struct org_list_in *in = input;
	const struct org_page page = org_page(call);
	const struct statement *sql;

	if (strcmp(in->scope.data, "mine") == 0)
		sql = page.large ? LIST_MINE_LARGE : LIST_MINE;
	else
		sql = page.large ? LIST_LISTED_LARGE : LIST_LISTED;
	return reply_page(call,
		db_query(call, sql, DB_UUID(&call->principal.member),
			DB_INSTANT(page.sort), DB_ID(page.id)),
		"createdAt", NULL);
}
