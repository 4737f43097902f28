#include "common/list/list.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

/* An app is what its working tokens say it is, the first of which gives it its place. */
#define OWN_APPS(rows) \
	SQL("SELECT a.id, a.client AS client_id, a.name, NULL::text AS redirect_host," \
	    " scope_names(a.scopes) AS scopes, a.granted_at, a.last_used_at" \
	    " FROM (SELECT (array_agg(c.id ORDER BY c.created_at, c.id))[1] AS id, c.client," \
	    " (array_agg(CASE WHEN c.name = '' THEN c.client ELSE c.name END" \
	    " ORDER BY c.created_at DESC, c.id DESC))[1] AS name, bit_or(c.scopes) AS scopes," \
	    " min(c.created_at) AS granted_at, max(c.last_used_at) AS last_used_at" \
	    " FROM credentials c WHERE c.member_id = $1 AND c.kind = 'oauth'" \
	    " AND " CREDENTIAL_WORKS " GROUP BY c.client) a WHERE true" \
	    LIST_PAGE("a.granted_at", "a.id", rows))

LIST(APPS, OWN_APPS, .sort = "granted_at");

/* The programs that the caller connected; one of them does not learn of the others. */
enum problem
app_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer_plain(call, APPS);
}
