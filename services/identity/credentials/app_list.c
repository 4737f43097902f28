#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/credentials/page_sql.h"
#include "services/identity/handlers.h"

/* An app is what its working tokens say it is, the first of which gives it its place. */
STATEMENT(LIST,
	"SELECT a.id, a.client AS \"clientId\", a.name, NULL::text AS \"redirectHost\","
	" scope_names(a.scopes) AS scopes, a.granted_at AS \"grantedAt\","
	" a.used_at AS \"lastUsedAt\""
	" FROM (SELECT (array_agg(c.id ORDER BY c.created_at, c.id))[1] AS id, c.client,"
	" (array_agg(CASE WHEN c.name = '' THEN c.client ELSE c.name END"
	" ORDER BY c.created_at DESC, c.id DESC))[1] AS name, bit_or(c.scopes) AS scopes,"
	" min(c.created_at) AS granted_at, max(c.last_used_at) AS used_at"
	" FROM credentials c WHERE c.member_id = $1 AND c.kind = 'oauth'"
	" AND " CREDENTIAL_WORKS " GROUP BY c.client) a"
	" WHERE (a.granted_at, a.id) < (COALESCE($2, 'infinity'::timestamptz),"
	" COALESCE($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))"
	" ORDER BY a.granted_at DESC, a.id DESC LIMIT $4");

/* The programs that the caller connected; one of them does not learn of the others. */
enum problem
app_list(struct call *call, const void *input)
{
	enum problem problem = credential_require_own(call);
	struct rows *rows;

	(void)input;
	if (problem != PROBLEM_NONE)
		return problem;
	rows = db_query(call, LIST, DB_UUID(&call->principal.member), PAGE_PARAMS(call));
	return reply_page(call, rows, "grantedAt", NULL);
}
