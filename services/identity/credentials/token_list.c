#include "common/config/config.h"
#include "common/list/list.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"

#define OWN_TOKENS(rows) \
	SQL("SELECT " TOKEN_COLUMNS ", coalesce(c.approval, $5) AS approval" \
	    " FROM credentials c" \
	    " WHERE c.member_id = $1 AND c.kind = 'token' AND " CREDENTIAL_WORKS \
	    LIST_PAGE("c.created_at", "c.id", rows))

LIST(TOKENS, OWN_TOKENS, .sort = "created_at");

/* Lists the caller's tokens that work. Apps may not call this operation. */
enum problem
token_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer(call, TOKENS, DB_TEXT(config()->approval_of_tokens));
}
