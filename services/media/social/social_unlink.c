#include "common/outbox/outbox.h"
#include "common/reply/reply.h"
#include "services/media/handlers.h"
#include "services/media/social/social.h"

/* A trigger queues the token, and a task revokes it. */
STATEMENT(UNLINK,
	"DELETE FROM social_accounts WHERE member_id = $1");

/* An attempt in progress would link an account again. */
STATEMENT(STOP_LINKING,
	"DELETE FROM social_links WHERE member_id = $1");

/* Unlinks the caller's account at any provider. */
enum problem
social_unlink(struct call *call, const void *input)
{
	struct rows *rows;

	(void)input;
	/* First, because it waits for an attempt that is being completed. UNLINK then
	 * sees its account. */
	db_query(call, STOP_LINKING, DB_CALLER(call));
	rows = db_query(call, UNLINK, DB_CALLER(call));
	if (rows->affected > 0)
		audit_write(call, AUDIT_SOCIAL_UNLINK, &call->principal.member);
	return reply_none(call);
}
