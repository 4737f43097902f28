#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/outbox/outbox.h"
#include "proto/bounds/bounds.h"
#include "services/notifications/handlers.h"
#include "services/notifications/intro/intro.h"
#include "services/notifications/intro/intro_context.h"

#define SENDER_LOCK "8013"

/* Serializes the requests of one sender, so that each counts the ones before it. */
STATEMENT(LOCK_SENDER,
	"SELECT pg_advisory_xact_lock(hashtextextended($1::text, " SENDER_LOCK "))");

/* An expired request allows a new one. */
STATEMENT(NOTE_EXPIRED,
	"UPDATE intros SET status = 'expired' WHERE sender_id = $1 AND recipient_id = $2"
	" AND status = 'pending' AND expires_at <= now()");

STATEMENT(IS_PENDING,
	"SELECT FROM intros WHERE sender_id = $1 AND recipient_id = $2"
	" AND status = 'pending' LIMIT 1");

STATEMENT(INSERT_INTRO,
	"INSERT INTO intros (id, sender_id, recipient_id, context_kind, context_id,"
	" message) VALUES ($5, $1, $2, $3, $4, $6)");

/* Counts the sender's requests of the last day, including the new one. */
STATEMENT(COUNT_SENT,
	"SELECT count(*) AS count, ceil(extract(epoch FROM"
	" min(created_at) + interval '1 day' - now()))::bigint AS wait_s"
	" FROM intros WHERE sender_id = $1 AND created_at > now() - interval '1 day'");

/* Fails above the daily quota; the transaction rolls the new request back. */
static enum problem
check_quota(struct call *call)
{
	struct rows *sent;

	if (strcmp(config()->rate_limits.data, "off") == 0)
		return PROBLEM_NONE;
	sent = db_query(call, COUNT_SENT, DB_CALLER(call));
	if (sent->count == 0 || row_integer(sent, 0, "count") <= BOUND_INTROS_A_DAY)
		return PROBLEM_NONE;
	call->outcome.retry_after_s = row_integer(sent, 0, "wait_s");
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"you have reached the daily limit of intro requests; try again later");
}

enum problem
intro_create(struct call *call, const void *input)
{
	const struct intro_create_in *in = input;
	const struct uuid id = id_new();
	struct intro_context context;
	enum problem problem = intro_context_find(call, in, &context);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, LOCK_SENDER, DB_CALLER(call));
	db_query(call, NOTE_EXPIRED, DB_CALLER(call), DB_UUID(&context.recipient));
	if (db_query(call, IS_PENDING, DB_CALLER(call), DB_UUID(&context.recipient))
			->count > 0)
		return call_fail(call, PROBLEM_INTRO_EXISTS, NULL);
	db_query(call, INSERT_INTRO, DB_CALLER(call), DB_UUID(&context.recipient),
		DB_TEXT(in->context_kind), DB_UUID(&context.id), DB_UUID(&id),
		DB_TEXT(in->message));
	problem = check_quota(call);
	if (problem != PROBLEM_NONE)
		return problem;
	outbox_notice(call,
		&(const struct outbox_notice){
			.kind = NOTICE_INTRO_RECEIVED,
			.recipient = context.recipient,
			.subject = id,
		});
	return intro_answer(call, &id);
}
