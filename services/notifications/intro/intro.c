#include "services/notifications/intro/intro.h"

#include <string.h>

#include "common/outbox/outbox.h"
#include "proto/notifications/intros.h"
#include "services/notifications/intro/intro_sql.h"

STATEMENT(FIND_INTRO,
	"SELECT " INTRO_COLUMNS " FROM " INTRO_TABLES " WHERE i.id = $2"
	" AND " INTRO_VISIBLE);

/* Serializes concurrent answers to the same request. */
STATEMENT(LOCK_INTRO,
	"SELECT " INTRO_STATUS " AS status, i.sender_id, i.recipient_id = $1 AS received"
	" FROM " INTRO_TABLES " WHERE i.id = $2 AND " INTRO_VISIBLE " FOR UPDATE OF i");

STATEMENT(ANSWER,
	"UPDATE intros SET status = $2, responded_at = now() WHERE id = $1");

STATEMENT(FIND_SHARED_ORGS,
	"SELECT i.id AS intro, s.slug, s.name FROM intros i CROSS JOIN LATERAL"
	" (SELECT o.slug, o.name FROM org_members x"
	" JOIN org_members y ON y.org_id = x.org_id AND y.member_id = i.recipient_id"
	" JOIN orgs o ON o.id = x.org_id WHERE x.member_id = i.sender_id"
	" ORDER BY o.name, o.id LIMIT $3) AS s"
	" WHERE i.id = ANY ($2) AND $1 IN (i.sender_id, i.recipient_id)"
	" ORDER BY i.id, s.name, s.slug");

struct reply_children
intro_orgs(struct call *call, const struct rows *intros)
{
	struct reply_children orgs = {.field = "sharedOrgs", .parent = "intro"};
	size_t count = 0;
	const struct uuid *ids = reply_ids(call, intros, &count);

	orgs.rows = db_query(call, FIND_SHARED_ORGS, DB_CALLER(call),
		DB_UUIDS(ids, count), DB_NUMBER(INTRO_ORGS_MAX));
	return orgs;
}

enum problem
intro_answer(struct call *call, const struct uuid *id)
{
	struct rows *intro = db_query(call, FIND_INTRO, DB_CALLER(call), DB_UUID(id));
	struct reply_children orgs;

	if (intro->count == 0)
		return call_fail(call, PROBLEM_INTRO_NOT_FOUND, NULL);
	orgs = intro_orgs(call, intro);
	return reply_row(call, intro, 0,
		&(const struct reply_parts){.children = &orgs, .child_count = 1});
}

/* Stores the answer. Only an acceptance notifies the sender, because only it calls for
 * action. */
static void
answer(struct call *call, const struct uuid *id, const struct uuid *sender,
	const char *status)
{
	db_query(call, ANSWER, DB_UUID(id), DB_STRING(status));
	outbox_answered(call, NOTICE_INTRO_RECEIVED, id, sender);
	if (strcmp(status, "accepted") != 0)
		return;
	outbox_notice(call,
		&(const struct outbox_notice){
			.kind = NOTICE_INTRO_ACCEPTED,
			.recipient = *sender,
			.subject = *id,
		});
	call->outcome.reached = 1; /* who learns the member's address */
}

enum problem
intro_decide(struct call *call, const struct uuid *id, bool accept)
{
	const char *wanted = accept ? "accepted" : "declined";
	struct rows *intro = db_query(call, LOCK_INTRO, DB_CALLER(call), DB_UUID(id));
	const char *status;
	struct uuid sender;

	if (intro->count == 0)
		return call_fail(call, PROBLEM_INTRO_NOT_FOUND, NULL);
	if (!row_boolean(intro, 0, "received"))
		return call_fail(call, PROBLEM_NOT_AUTHOR,
			"only the member who received the request can answer it");
	status = row_text(intro, 0, "status").data;
	if (strcmp(status, "pending") != 0 && strcmp(status, wanted) != 0)
		return call_fail(call, PROBLEM_INVALID_TRANSITION,
			"the request is %s and cannot become %s", status, wanted);
	sender = row_uuid(intro, 0, "sender_id");
	if (strcmp(status, "pending") == 0)
		answer(call, id, &sender, wanted);
	return intro_answer(call, id);
}
