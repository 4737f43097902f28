#include <string.h>

#include "common/list/list.h"
#include "services/orgs/handlers.h"
#include "services/orgs/org/org_sql.h"

/* A member is in few organizations, so these are read first and sorted then. */
#define MINE(rows) \
	SQL("WITH v AS MATERIALIZED (SELECT org_id, role FROM org_members" \
	    " WHERE member_id = $1)" \
	    " SELECT " ORG_VIEW_COLUMNS " FROM v JOIN orgs o ON o.id = v.org_id" \
	    " WHERE true" LIST_PAGE("o.created_at", "o.id", rows))

#define LISTED(rows) \
	SQL("SELECT " ORG_COLUMNS ", NULL::text AS role, " ORG_REQUEST_STATUS \
	    " FROM orgs o" \
	    " WHERE o.visibility = 'public' AND o.join_policy <> 'invite_only'" \
	    " AND NOT EXISTS" \
	    " (SELECT FROM org_members v WHERE v.org_id = o.id AND v.member_id = $1)" \
	    LIST_PAGE("o.created_at", "o.id", rows))

LIST(OWN_ORGS, MINE, .sort = "created_at");
LIST(LISTED_ORGS, LISTED, .sort = "created_at");

enum problem
org_list(struct call *call, const void *input)
{
	const struct org_list_in *in = input;
	const bool mine = strcmp(in->scope.data, "mine") == 0;

	return list_answer_plain(call, mine ? OWN_ORGS : LISTED_ORGS);
}
