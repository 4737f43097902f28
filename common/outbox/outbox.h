/*
 * outbox.h - the transactional outbox and the audit log.
 *
 * Each message is one row, written in the transaction of the handler. The notifications
 * service delivers it.
 */
#ifndef KITH_COMMON_OUTBOX_OUTBOX_H
#define KITH_COMMON_OUTBOX_OUTBOX_H

#include "common/call/call.h"
#include "common/db/statement.h"
#include "proto/audit.h"
#include "proto/mails.h"
#include "proto/notices.h"

/*
 * A mail about an account, or with a link. `link_path` ("/verify-email?token=") and
 * `secret` form one link in the text: base URL, path, secret. The secret is encrypted in
 * the row and erased after delivery. The mail does not contain the name of the account:
 * strangers and apps can choose it, and a mail server may refuse the mail because of it.
 *
 * In the table: topic "mail", payload {"template", "toAddress", "linkPath", "note"},
 * each a string or null. The column `secret` is secret_encrypt(arena, OUTBOX_SEAL, id,
 * 16, …), bound to the 16 bytes of the row's id. The column `asker` is `asker` of the
 * mail or else the principal_key() of the caller, or NULL: askers take turns.
 */
#define OUTBOX_SEAL "outbox"

struct outbox_mail {
	enum mail_template template;
	struct text to_address;
	const char *link_path;    /* or NULL */
	const char *secret;       /* or NULL */
	struct text note;         /* written by a person; its own paragraph; optional */
	const struct uuid *asker; /* who caused it, if not the caller; or NULL */
};

void outbox_mail(struct call *call, const struct outbox_mail *mail);

/*
 * The same as SQL, for a mail without a link that must leave together with a change of
 * the same statement. `template` and `note` are expressions; `recipients` is a SELECT of
 * addresses.
 */
#define OUTBOX_MAIL_EACH(template, note, recipients) \
	SQL("INSERT INTO outbox (id, topic, payload)" \
	    " SELECT new_id(), 'mail', jsonb_build_object('template', " template \
	    "::text, 'toAddress', r.email, 'linkPath', NULL," \
	    " 'note', " note "::text)" \
	    " FROM (" recipients ") AS r (email)")

/* Mails that people cause who need not know the recipient. Each cause has a count of its
 * own, so that mails of one kind do not use up another kind that the owner needs. */
enum outbox_cause {
	CAUSE_NOTICE,       /* somebody entered the address of an account; no link */
	CAUSE_VERIFICATION, /* the link of a sign-up */
	CAUSE_CHANGE,       /* the link of a change to the address */
	CAUSE_RESET,        /* a link for a new password */
	CAUSE_INVITATION,   /* of any inviter */
};

/* Counts one more mail to an address. False when the address got enough of them
 * (BOUND_ADDRESS_MAILS_*). The mail is then left out, and the caller's answer is the
 * same, so that it reveals nothing about the mails of others. When the day's links for a
 * new password are used up, one more is allowed as soon as the latest has expired. */
bool outbox_recipient_count(
	struct call *call, const struct text *address, enum outbox_cause cause);

/* Mails an invitation to an organization, unless the address got enough of them; `token`
 * becomes part of its link. A name that could be taken for a link is replaced by a
 * generic one. */
void outbox_invitation(struct call *call, const struct text *email, const char *token,
	const struct text *inviter, const struct text *org);

/*
 * A notification. In the table: topic "notice", payload {"kind", "recipient", "actor",
 * "subjectType", "subject"}, with ids as UUID text. The actor is `by`, or else the
 * caller, or null for a caller without an account. The kind determines the type of the
 * subject.
 *
 * A reminder is a kind with .ahead_s; it has a `moment`. It is delivered .ahead_s seconds
 * before that moment, and only if the moment is still current then
 * (services/notifications/outbox/reminder_sql.h). Its payload also holds "moment", its
 * actor is null, and writing it twice stores it once. When the moment changes or the
 * subject ends, call outbox_forget(). A reminder that is already due is dropped at
 * delivery instead.
 */
struct outbox_notice {
	enum notice_kind kind;
	struct uuid recipient; /* for outbox_notice() only */
	struct uuid subject;
	struct instant moment; /* for reminders only */
	bool by_nobody;        /* hides the actor from the recipients */
	const struct uuid *by; /* the actor, if not the caller */
};

void outbox_notice(struct call *call, const struct outbox_notice *notice);

/*
 * Notifies many recipients with one statement:
 *
 *     STATEMENT(TELL_MANAGERS, OUTBOX_NOTICE_EACH(
 *         "SELECT member_id FROM org_members WHERE org_id = $2 AND member_id <> $1"));
 *     outbox_notice_each(call, TELL_MANAGERS, &(const struct outbox_notice){…});
 *
 * The recipients are a SELECT of ids, in which $1 is the actor and $2 the subject. Each
 * recipient is notified once. Returns the number of notices written.
 */
int64_t outbox_notice_each(struct call *call, const struct statement *statement,
	const struct outbox_notice *notice);

/* $3 is the kind, $4 the type of the subject, $5 the moment, and $6 the due time. $7
 * makes the deduplication key unique for notices without a moment. */
#define OUTBOX_NOTICE_EACH(recipients) \
	"INSERT INTO outbox (id, topic, payload, dedupe, next_attempt_at)" \
	" SELECT new_id(), 'notice', jsonb_build_object('kind', $3::text, 'recipient'," \
	" r.id," \
	" 'actor', CASE WHEN $5::text IS NULL THEN nullif($1::uuid," \
	" '00000000-0000-0000-0000-000000000000') END, 'subjectType', $4::text," \
	" 'subject', $2::uuid) || CASE WHEN $5 IS NULL THEN '{}'" \
	" ELSE jsonb_build_object('moment', $5) END," \
	" concat_ws(' ', $3, replace(r.id::text, '-', ''), replace($2::text, '-', '')," \
	" coalesce($5, $7)), coalesce($6::timestamptz, now())" \
	" FROM (" recipients ") AS r (id) ON CONFLICT DO NOTHING"

/* Marks the caller's own notifications of a kind about a subject as read, because the
 * caller has answered them. `actor` is who asked; NULL = anybody. */
void outbox_answered(struct call *call, enum notice_kind kind, const struct uuid *subject,
	const struct uuid *actor);

/* Deletes the reminders of a subject that are not due yet. */
void outbox_forget(struct call *call, enum subject type, const struct uuid *subject);

/* Writes an audit log entry in the transaction of the act. The actor and the credential
 * are the caller's; `action` determines the type of `subject`. */
void audit_write(struct call *call, enum audit_action action, const struct uuid *subject);

/* Adds one detail, for example {"reason", reason}. */
struct audit_detail {
	const char *name;
	struct text value;
};

void audit_write_detail(struct call *call, enum audit_action action,
	const struct uuid *subject, const struct audit_detail *detail);

/* For calls that authenticate the actor themselves, for example by a link. */
void audit_write_as(struct call *call, const struct uuid *actor, enum audit_action action,
	const struct uuid *subject);

#endif
