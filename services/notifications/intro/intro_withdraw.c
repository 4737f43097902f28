#include <string.h>

#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"
#include "services/notifications/intro/intro_sql.h"

/* Serializes a withdrawal with the recipient's answer. */
STATEMENT(LOCK_INTRO,
	"SELECT " INTRO_STATUS " AS status, i.sender_id = $1 AS sent"
	" FROM " INTRO_TABLES " WHERE i.id = $2 AND " INTRO_VISIBLE " FOR UPDATE OF i");

STATEMENT(WITHDRAW,
	"UPDATE intros SET status = 'expired', expires_at = now() WHERE id = $1");

/* Without its notification, no mail about the request is sent. A notice that is still in
 * the outbox is dropped when it is delivered. */
STATEMENT(REMOVE_NOTIFICATION,
	"DELETE FROM inbox n USING intros i WHERE i.id = $1"
	" AND n.recipient = i.recipient_id AND n.kind = 'intro_received'"
	" AND n.subject_id = i.id AND n.created_at >= i.created_at");

/* A request that has expired or was withdrawn stays as it is. */
enum problem
intro_withdraw(struct call *call, const void *input)
{
	const struct intro_withdraw_in *in = input;
	struct rows *intro = db_query(call, LOCK_INTRO, DB_CALLER(call), DB_ID(in->id));
	const char *status;

	if (intro->count == 0)
		return call_fail(call, PROBLEM_INTRO_NOT_FOUND, NULL);
	if (!row_boolean(intro, 0, "sent"))
		return call_fail(call, PROBLEM_NOT_AUTHOR,
			"only the member who sent the request can withdraw it");
	status = row_text(intro, 0, "status").data;
	if (strcmp(status, "pending") == 0) {
		db_query(call, WITHDRAW, DB_ID(in->id));
		db_query(call, REMOVE_NOTIFICATION, DB_ID(in->id));
	} else if (strcmp(status, "expired") != 0) {
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the request is %s and cannot be withdrawn", status);
	}
	return intro_answer(call, &in->id.uuid);
}
