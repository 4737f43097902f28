/*
 * outbox.h - what must happen because of a change, written with the change.
 *
 * One row, in the transaction of the handler; the notifications service does the rest.
 */
#ifndef KITH_COMMON_OUTBOX_OUTBOX_H
#define KITH_COMMON_OUTBOX_OUTBOX_H

#include "common/call/call.h"

/*
 * A mail to somebody. `link_path` ("/verify-email?token=") and `secret` become one link in
 * the text: base URL, path, secret. The secret is sealed in the row and erased when sent.
 *
 * In the table: topic "mail", payload {"template", "toAddress", "toName", "linkPath", "note"},
 * each a string or null; `secret` is secret_seal(arena, OUTBOX_SEAL, id, 16, …), bound to the 16
 * bytes of the row's id.
 */
#define OUTBOX_SEAL "outbox"

struct outbox_mail {
	const char *
		template_name; /* "verify_email": see services/notifications/mail/mail_text.c */
	struct text to_address;
	struct text to_name;
	const char *link_path; /* NULL without a link */
	const char *secret;    /* NULL without one */
	struct text
		note; /* what a person wrote, a paragraph of its own; absent without one */
};

void outbox_mail(struct call *call, const struct outbox_mail *mail);

/*
 * A notification for one member; `subject_type` "member", "post", …. A second one with the
 * same dedupe key is not written. In the table: topic "notice", payload {"kind", "recipient",
 * "actor", "subjectType", "subject"}: ids as UUIDs in their usual text, the actor (the
 * caller) and the subject's id may be null.
 *
 * With `moment` it is a reminder: of something that will be then, delivered `ahead_s` before,
 * and only if it still stands (services/notifications/outbox/reminder_sql.h). Its payload holds the
 * "moment" as well, and it has no actor. When the moment moves or the matter ends, forget
 * what was written (outbox_forget()); one that was due already is dropped when it is delivered.
 */
struct outbox_notice {
	const char *kind;
	struct uuid recipient;
	const char *subject_type;
	struct uuid subject;
	struct instant moment;
	int64_t ahead_s;
	const char *dedupe; /* NULL = kind, recipient, subject and moment, if any */
};

void outbox_notice(struct call *call, const struct outbox_notice *notice);

/* Forgets the reminders of a subject that are not due yet. */
void
outbox_forget(struct call *call, const char *subject_type, const struct uuid *subject);

/* An entry of the audit log, in the transaction of the act: "member.approve". The actor and
 * the credential are the caller's. `subject_type` and `subject` may be NULL together. */
void audit_write(struct call *call, const char *action, const char *subject_type,
	const struct uuid *subject);

/* The same with a word about it, say {"reason", why}. */
struct audit_detail {
	const char *name;
	struct text value;
};

void audit_write_detail(struct call *call, const char *action, const char *subject_type,
	const struct uuid *subject, const struct audit_detail *detail);

/* The same when the caller is somebody whom the call itself makes known: signing in. */
void audit_write_as(struct call *call, const struct uuid *actor, const char *action,
	const char *subject_type, const struct uuid *subject);

#endif
