/*
 * mail_token.h - what a link in a mail stands for.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_MAIL_TOKEN_H
#define KITH_SERVICES_IDENTITY_MAIL_MAIL_TOKEN_H

#include "common/db/db.h"
#include "proto/mails.h"

/* What a sign-up asks for; it takes effect when its own link is opened. */
struct sign_up {
	struct text name;
	struct text password_hash; /* absent when the mail is sent again */
	struct text application;
	struct text invite_code;       /* absent without one */
	struct identifier invite_hold; /* the use that was taken: see invite.h */
};

/* Takes the invite code and its use over from another link of the sign-up, from the columns
 * invite_code and invite_hold: the use goes with the sign-up, however many links it has. */
void mail_token_read_invite(const struct rows *rows, struct sign_up *sign_up);

/* Stores a token that lives 24 hours, or 1 hour to reset a password, and answers it. `kind` is
 * "verify_email" with a sign-up, or "reset_password" or "sign_in" with NULL. */
const char *mail_token_issue(struct call *call, const struct uuid *member,
	const char *kind, const struct sign_up *sign_up);

/* The same for a member's new address, of kind "change_email". */
const char *mail_token_issue_change(
	struct call *call, const struct uuid *member, const struct text *email);

/* Mails the link that verifies an address. */
void mail_token_send_verification(
	struct call *call, const struct text *address, const char *token);

/* Mails a new link to set a password with, to a verified address as it is held. The template
 * is MAIL_RESET_PASSWORD or MAIL_CHOOSE_PASSWORD. */
void mail_token_send_password(struct call *call, const struct uuid *member,
	const struct text *address, const struct text *name, enum mail_template template);

/* Makes every other link of a member useless. */
void mail_token_void_all(struct call *call, const struct uuid *member);

#endif
