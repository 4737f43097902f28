#include "common/list/list.h"
#include "services/identity/handlers.h"
#include "services/identity/invites/invite_sql.h"

#define NOT_REVOKED(rows) \
	SQL("SELECT " INVITE_COLUMNS " FROM invite_codes i WHERE i.revoked_at IS NULL" \
	    LIST_PAGE("i.created_at", "i.id", rows))

LIST(CODES, NOT_REVOKED, .sort = "created_at");

/* Lists codes that are not revoked, including expired and used-up ones. */
enum problem
admin_invite_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer_plain(call, CODES);
}
