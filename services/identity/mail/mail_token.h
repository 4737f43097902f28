/*
 * mail_token.h - the one-time links in mails.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_MAIL_TOKEN_H
#define KITH_SERVICES_IDENTITY_MAIL_MAIL_TOKEN_H

#include "common/db/db.h"
#include "common/secret/secret.h"
#include "proto/mails.h"

#define MAIL_TOKEN_INVALID "the link is not valid: it was used already or has expired"

/* The data of a sign-up. It takes effect when the link of this sign-up is opened. */
struct sign_up {
	struct text name;
	struct text password_hash;
	struct text application;
	struct text invite_code;
	struct identifier invite_hold; /* the reserved use: see invite.h */
};

/* Copies the invite code and its reserved use from another link of the sign-up (columns
 * invite_code and invite_hold). All links of a sign-up share one use. */
void mail_token_read_invite(const struct rows *rows, struct sign_up *sign_up);

/* Stores a token and answers it. It lives 24 hours, or 1 hour for "reset_password".
 * `kind` is "verify_email" with a sign-up, or "reset_password" or "sign_in" with NULL. */
const char *mail_token_issue(struct call *call, const struct uuid *member,
	const char *kind, const struct sign_up *sign_up);

/* Like mail_token_issue(), for a new address; the kind is "change_email". */
const char *mail_token_issue_change(
	struct call *call, const struct uuid *member, const struct text *email);

/* Mails the link of a sign-up, of which strangers could cause too many: call
 * outbox_recipient_count() before. `asker` is who asked for it, or NULL: the caller. */
void mail_token_send_verification(struct call *call, const struct text *address,
	const char *token, const struct uuid *asker);

/* Mails a new link to set a password to a verified address. `template` is
 * MAIL_RESET_PASSWORD or MAIL_CHOOSE_PASSWORD. `asker` is who asked for it, or NULL: the
 * caller. */
void mail_token_send_password(struct call *call, const struct uuid *member,
	const struct text *address, enum mail_template template,
	const struct uuid *asker);

/* Joins the queue of the token's member alone: call it before the row is locked. */
void mail_token_queue(struct call *call, const uint8_t hash[HASH_SIZE]);

/* Lets the token of a sign-up, which has just verified its address, set the password
 * within an hour. */
void mail_token_reuse(struct call *call, const uint8_t hash[HASH_SIZE]);

/* Voids the unused links that give a member an address. */
void mail_token_void_addresses(struct call *call, const struct uuid *member);

/* Voids all unused links of a member. */
void mail_token_void_all(struct call *call, const struct uuid *member);

#endif
