#include "common/list/list.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

#define OWN_SESSIONS(rows) \
	SQL("SELECT c.id, c.created_at, c.last_used_at, c.expires_at, c.user_agent," \
	    " c.address, c.id = $5 AS current FROM credentials c" \
	    " WHERE c.member_id = $1 AND c.kind = 'session' AND " CREDENTIAL_WORKS \
	    LIST_PAGE("c.created_at", "c.id", rows))

LIST(SESSIONS, OWN_SESSIONS, .sort = "created_at");

/* Apps may not call this operation, because it shows addresses and user agents. */
enum problem
session_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer(call, SESSIONS, DB_UUID(&call->principal.credential));
}
