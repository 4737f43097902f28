#include "common/config/config.h"
#include "common/list/list.h"
#include "proto/identity/oauth.h"
#include "services/identity/credentials/app_sql.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/handlers.h"

/* An app is one item with the union of the scopes of its working grants. Its first grant
 * determines its position in the list, its latest one the redirect host. */
#define OWN_APPS(rows) \
	SQL("SELECT a.id, wire_id('cli', a.client_id) AS client_id, c.name," \
	    " a.redirect_host, scope_names(a.scopes) AS scopes, a.granted_at," \
	    " a.last_used_at, coalesce(a.approval," \
	    " CASE c.kind WHEN 'fixed' THEN $6 ELSE $5 END) AS approval, a.tools" \
	    " FROM (SELECT (array_agg(g.id ORDER BY g.created_at, g.id))[1] AS id," \
	    " g.client_id, (array_agg(g.redirect_host ORDER BY g.created_at DESC," \
	    " g.id DESC))[1] AS redirect_host, (array_agg(g.approval" \
	    " ORDER BY g.created_at DESC, g.id DESC))[1] AS approval," \
	    " (array_agg(g.tools ORDER BY g.created_at DESC, g.id DESC)" \
	    " FILTER (WHERE g.audience LIKE '%" AUDIENCE_TOOLS "'))[1] AS tools," \
	    " bit_or(g.scopes) AS scopes," \
	    " min(g.created_at) AS granted_at, max((SELECT max(t.last_used_at)" \
	    " FROM credentials t WHERE t.grant_id = g.id)) AS last_used_at" \
	    " FROM oauth_grants g WHERE g.member_id = $1 AND " GRANT_WORKS \
	    " GROUP BY g.client_id) a JOIN oauth_clients c ON c.id = a.client_id" \
	    " WHERE true" \
	    LIST_PAGE("a.granted_at", "a.id", rows))

LIST(APPS, OWN_APPS, .sort = "granted_at");

/* Apps may not call this operation, so that one app does not learn of the others. */
enum problem
app_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer(call, APPS, DB_TEXT(config()->approval_of_apps),
		DB_TEXT(config()->approval_of_own_apps));
}
