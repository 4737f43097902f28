#include "common/list/list.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_invitation_sql.h"

#define PENDING(rows) \
	SQL("SELECT " INVITATION_COLUMNS " FROM " INVITATION_TABLES \
	    " JOIN members m ON m.id = $1 AND m.email_verified_at IS NOT NULL" \
	    " AND lower(m.email) = lower(i.email)" \
	    " WHERE " INVITATION_PENDING LIST_PAGE("i.created_at", "i.id", rows))

LIST(OWN_INVITATIONS, PENDING, .sort = "created_at");

/* The pending invitations to the caller's verified address. */
enum problem
me_org_invitation_list(struct call *call, const void *input)
{
	(void)input;
	return list_answer_plain(call, OWN_INVITATIONS);
}
