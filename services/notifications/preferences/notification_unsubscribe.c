#include "common/reply/reply.h"
#include "proto/mails.h"
#include "services/notifications/handlers.h"
#include "services/notifications/preferences/preference.h"
#include "services/notifications/preferences/unsubscribe.h"

/* A link works again and again, so what is off already writes nothing. */

/* $3: whether the kind is mailed by default. */
STATEMENT(SWITCH_OFF,
	"INSERT INTO notification_preferences AS p (member_id, mail_off)"
	" SELECT $1, CASE WHEN $3 THEN ARRAY[$2] ELSE '{}' END"
	" WHERE NOT EXISTS (SELECT FROM notification_preferences q"
	" WHERE q.member_id = $1 AND $2 <> ALL (q.mail_on)"
	" AND ($2 = ANY (q.mail_off) OR NOT $3))"
	" ON CONFLICT (member_id) DO UPDATE SET mail_on = array_remove(p.mail_on, $2),"
	" mail_off = CASE WHEN $3 THEN array_append(array_remove(p.mail_off, $2), $2)"
	" ELSE p.mail_off END, updated_at = now()");

STATEMENT(END_DIGEST,
	"UPDATE notification_preferences SET digest = 'off', digest_from = NULL,"
	" digest_at = NULL, updated_at = now() WHERE member_id = $1 AND digest <> 'off'");

STATEMENT(END_SEARCHES,
	"UPDATE saved_search_mails SET due_at = NULL WHERE member_id = $1"
	" AND due_at IS NOT NULL");

STATEMENT(END_INVITATIONS,
	"INSERT INTO mail_suppressions (address, cause) VALUES (lower($1),"
	" 'unsubscribed') ON CONFLICT (address, cause) DO NOTHING");

/* Switches off one kind of mail. */
enum problem
notification_unsubscribe(struct call *call, const void *input)
{
	const struct notification_unsubscribe_in *in = input;
	struct unsubscribe what;
	enum notice_kind kind;

	if (!unsubscribe_read(call->arena, &in->token, &what))
		return call_fail(call, PROBLEM_ROUTE_NOT_FOUND,
			"the link is from an old mail, or incomplete; use the link in a "
			"newer mail, or switch mails off at /settings/notifications");
	kind = notice_named(what.kind);
	if (what.address != NULL)
		db_query(call, END_INVITATIONS, DB_STRING(what.address));
	else if (mail_named(what.kind) == MAIL_DIGEST)
		db_query(call, END_DIGEST, DB_UUID(&what.member));
	else if (mail_named(what.kind) == MAIL_SAVED_SEARCHES)
		db_query(call, END_SEARCHES, DB_UUID(&what.member));
	else if (kind != NOTICE_NONE) /* a mail may be older than the registry */
		db_query(call, SWITCH_OFF, DB_UUID(&what.member), DB_STRING(what.kind),
			DB_FLAG(preference_mailed(kind)));
	return reply_none(call);
}
