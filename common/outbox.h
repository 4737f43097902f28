/*
 * outbox.h - what must happen because of a change, written with the change.
 *
 * One row, in the transaction of the handler; the notifications service does the rest.
 */
#ifndef KITH_OUTBOX_H
#define KITH_OUTBOX_H

#include "common/call.h"

/*
 * A mail to somebody. `link_path` ("/verify-email?token=") and `secret` become one link in
 * the text: base URL, path, secret. The secret is sealed in the row and erased when sent.
 */
struct outbox_mail {
	const char *template_name; /* "verify_email": see services/notifications/mail_text.c */
	struct text to_address;
	struct text to_name;
	const char *link_path; /* NULL without a link */
	const char *secret;    /* NULL without one */
};

void outbox_mail(struct call *call, const struct outbox_mail *mail);

/* A notification for one member; `subject_type` "member", "post", …. A second one with the
 * same dedupe key is not written. */
struct outbox_notice {
	const char *kind;
	struct uuid recipient;
	const char *subject_type;
	struct uuid subject;
	const char *dedupe; /* NULL = kind, recipient, subject and request */
};

void outbox_notice(struct call *call, const struct outbox_notice *notice);

/* An entry of the audit log, in the transaction of the act: "member.approve". */
void audit_write(struct call *call, const char *action, const char *subject_type,
	const struct uuid *subject);

#endif
