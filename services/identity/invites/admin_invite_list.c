#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/page_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/invites/invite_sql.h"

STATEMENT(LIST_CODES,
	"SELECT " INVITE_COLUMNS " FROM invite_codes i WHERE i.revoked_at IS NULL"
	" AND " PAGE_AFTER("i.created_at", "i.id") PAGE_ORDER("i.created_at", "i.id"));

/* Codes that were not revoked; used-up and expired ones too. */
enum problem
admin_invite_list(struct call *call, const void *input)
{
	(void)input;
	return reply_page(
		call, db_query(call, LIST_CODES, PAGE_PARAMS(call)), "createdAt", NULL);
}
