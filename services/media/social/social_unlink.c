#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/media/handlers.h"
#include "services/media/social/social.h"

/* A trigger notes the token, which a task has the provider revoke. */
STATEMENT(UNLINK,
	"DELETE FROM social_accounts WHERE member_id = $1");

/* An attempt that is under way would link an account again. */
STATEMENT(STOP_LINKING,
	"DELETE FROM social_links WHERE member_id = $1");

/* The caller has no social account from now on, whichever provider it was at. */
enum problem
social_unlink(struct call *call, const void *input)
{
	struct rows *rows;

	(void)input;
	/* First: it waits for an attempt that is just ending, whose account is then seen. */
	db_query(call, STOP_LINKING, DB_CALLER(call));
	rows = db_query(call, UNLINK, DB_CALLER(call));
	if (rows->affected > 0)
		audit_write(call, AUDIT_SOCIAL_UNLINK, &call->principal.member);
	return reply_none(call);
}
