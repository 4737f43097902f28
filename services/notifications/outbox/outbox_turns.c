/*
 * outbox_turns.c - moves mails up that wait for their turn.
 *
 * Without it, the second mail of an asker, or one that the server refused for the moment,
 * would wait until a flood of others' first mails ends.
 */
#include "services/notifications/outbox/outbox_run.h"

#define MOVED_AT_ONCE 1000

/* In the order of the index outbox_mail_order. */
STATEMENT(MOVE_UP,
	"UPDATE outbox SET turn = turn - 1 WHERE id = ANY (ARRAY("
	"SELECT id FROM outbox WHERE topic = 'mail' AND status = 'pending'"
	" AND payload ->> 'toAddress' IS NOT NULL AND turn > 0"
	" ORDER BY (payload ->> 'toAddress') IS NULL, turn, next_attempt_at LIMIT $1"
	" FOR UPDATE SKIP LOCKED))");

bool
outbox_turns_step(struct call *call)
{
	db_query(call, MOVE_UP, DB_NUMBER(MOVED_AT_ONCE));
	return false;
}
