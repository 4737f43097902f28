/*
 * outbox.h - what must happen because of a change, written with the change.
 *
 * One row for each message, in the transaction of the handler; the notifications service does
 * the rest.
 */
#ifndef KITH_COMMON_OUTBOX_OUTBOX_H
#define KITH_COMMON_OUTBOX_OUTBOX_H

#include "common/call/call.h"
#include "common/db/statement.h"
#include "proto/audit.h"
#include "proto/mails.h"
#include "proto/notices.h"

/*
 * A mail to somebody. `link_path` ("/verify-email?token=") and `secret` become one link in
 * the text: base URL, path, secret. The secret is sealed in the row and erased when sent.
 *
 * In the table: topic "mail", payload {"template", "toAddress", "toName", "linkPath", "note"},
 * each a string or null; `secret` is secret_encrypt(arena, OUTBOX_SEAL, id, 16, …), bound to the 16
 * bytes of the row's id.
 */
#define OUTBOX_SEAL "outbox"

struct outbox_mail {
	enum mail_template template;
	struct text to_address;
	struct text to_name;
	const char *link_path; /* NULL without a link */
	const char *secret;    /* NULL without one */
	struct text
		note; /* what a person wrote, a paragraph of its own; absent without one */
};

void outbox_mail(struct call *call, const struct outbox_mail *mail);

/* The mail that invites an address to an organization; `token` is what its link holds. A name that
 * could pass for a link is left out. */
void outbox_invitation(struct call *call, const struct text *email, const char *token,
	const struct text *inviter, const struct text *org);

/*
 * A notification. In the table: topic "notice", payload {"kind", "recipient", "actor",
 * "subjectType", "subject"}: ids as UUIDs in their usual text. The actor is the caller, or `by`, or
 * null for a caller without an account; the kind says what type the subject has.
 *
 * A reminder (a kind with .ahead_s) has a `moment`: it is delivered .ahead_s before, and only if
 * it still stands then (services/notifications/outbox/reminder_sql.h). Its payload holds the
 * "moment" as well, and its actor is null. The same reminder is written once. When the moment
 * moves or the matter ends, forget what was written (outbox_forget()); a reminder that was due
 * already is dropped when it is delivered.
 */
struct outbox_notice {
	enum notice_kind kind;
	struct uuid recipient; /* of outbox_notice() */
	struct uuid subject;
	struct instant moment; /* of a reminder */
	bool by_nobody;        /* the recipients do not learn whose call it was */
	const struct uuid *by; /* whose act it was, if not the caller's */
};

void outbox_notice(struct call *call, const struct outbox_notice *notice);

/*
 * The same for many recipients, in one statement that the database carries out by itself:
 *
 *     STATEMENT(TELL_MANAGERS, OUTBOX_NOTICE_EACH(
 *         "SELECT member_id FROM org_members WHERE org_id = $2 AND member_id <> $1"));
 *     outbox_notice_each(call, TELL_MANAGERS, &(const struct outbox_notice){…});
 *
 * The recipients are a SELECT of ids, in which $1 is the actor and $2 the subject. Nobody is
 * told twice. Answers how many are told.
 */
int64_t outbox_notice_each(struct call *call, const struct statement *statement,
	const struct outbox_notice *notice);

/* $3 is the kind, $4 the subject's type, $5 a moment, $6 when the notice is due, and $7 sets it
 * apart from all others where there is no moment that does. */
#define OUTBOX_NOTICE_EACH(recipients) \
	"INSERT INTO outbox (id, topic, payload, dedupe, next_attempt_at)" \
	" SELECT new_id(), 'notice', jsonb_build_object('kind', $3::text, 'recipient', r.id," \
	" 'actor', CASE WHEN $5::text IS NULL THEN nullif($1::uuid," \
	" '00000000-0000-0000-0000-000000000000') END, 'subjectType', $4::text," \
	" 'subject', $2::uuid) || CASE WHEN $5 IS NULL THEN '{}'" \
	" ELSE jsonb_build_object('moment', $5) END," \
	" concat_ws(' ', $3, replace(r.id::text, '-', ''), replace($2::text, '-', '')," \
	" coalesce($5, $7)), coalesce($6::timestamptz, now())" \
	" FROM (" recipients ") AS r (id) ON CONFLICT DO NOTHING"

/* Forgets the reminders of a subject that are not due yet. */
void outbox_forget(struct call *call, enum subject type, const struct uuid *subject);

/* An entry of the audit log, in the transaction of the act. The actor and the credential are the
 * caller's; `subject` is what the act was done to, of the type that the action says. */
void audit_write(struct call *call, enum audit_action action, const struct uuid *subject);

/* The same with a word about it, say {"reason", why}. */
struct audit_detail {
	const char *name;
	struct text value;
};

void audit_write_detail(struct call *call, enum audit_action action,
	const struct uuid *subject, const struct audit_detail *detail);

/* The same when the caller is somebody whom the call itself makes known, say by a link. */
void audit_write_as(struct call *call, const struct uuid *actor, enum audit_action action,
	const struct uuid *subject);

#endif
