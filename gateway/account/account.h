/*
 * account.h - the pages of an account: sign-in, sign-up, settings.
 */
#ifndef KITH_GATEWAY_ACCOUNT_ACCOUNT_H
#define KITH_GATEWAY_ACCOUNT_ACCOUNT_H

#include "gateway/web/page.h"

/* ---- parts of pages ---- */

#define PASSWORD_HINT "At least 12 characters. Common passwords are refused."

/* The one control of a form for an e-mail address. */
extern const struct control account_address[1];

/* Writes a link that passes the return URL on. */
void account_link_on(struct view *view, const char *path, const char *label);
void account_put_sign_in_link(struct view *view);

void account_open_card(struct view *view);
void account_close_card(struct view *view);

/* Writes a card for an address that is not verified: a button mails another link. */
void account_put_resend(struct view *view, const char *address);

/* ---- the pages of links in mails ---- */

/* The first read of such a page, op_mail_link_get, is left out without a token. */
const char *account_with_token(const struct view *view);

/* Writes why the link cannot be used; false when it can. Its page then has no form and
 * offers other ways. After a refusal, the notice gives the reason. */
bool account_put_dead_link(struct view *view);

/* ---- apps and tokens ---- */

/* When an app or a token asks before others see or get something. */
extern const struct choice account_approval_choices[];

#define ACCOUNT_APPROVAL_CONTROL \
	{ \
		.name = "approval", .kind = CONTROL_CHOICE, \
		.label = "Before others see or get something", \
		.choices = account_approval_choices \
	}

/* The tools that an app gets. */
extern const struct choice account_tools_choices[];

#define ACCOUNT_TOOLS_CONTROL \
	{ \
		.name = "tools", .kind = CONTROL_CHOICE, .label = "Its tools", \
		.choices = account_tools_choices, \
		.hint = "The everyday tools find people, asks and events, publish, and " \
			"introduce people." \
	}

/* Writes a choice, the last control of the form, folded below its present value. `path`
 * is that of the form, and `id` that of the app or token. */
void account_put_choice(struct view *view, const struct form *form, const char *path,
	const char *id, const json_t *item);

/* Writes "Last used …", or "Never used". */
void account_put_last_use(struct view *view, const json_t *item);

/* Writes scopes in words. */
void account_put_scopes(struct view *view, const json_t *list);

/* Writes a link to what an app or token did, for members who may read it. */
void account_put_activity_link(struct view *view, const char *id);

/* ---- the pages ---- */

/* The box of a form with a new password: `revokeAccess`, ticked at first. */
#define ACCOUNT_REVOKE_ACCESS \
	{ \
		.name = "revokeAccess", .kind = CONTROL_CHECK, .value = "true", \
		.label = "Revoke all access tokens and disconnect all apps", \
		.hint = "Untick this only if you are sure that nobody else knows your " \
			"password." \
	}

/* The typed pairs, with "false" for that box if it is not ticked. */
struct pairs account_read_revoke_access(const struct view *view);

/* The .finish of a form whose operation has ended the session: deletes the cookie. */
void account_finish_session(struct view *view);

extern const struct page page_assistants;
extern const struct page page_sign_in;
extern const struct page page_sign_up;
extern const struct page page_check_mail;
extern const struct page page_verify_email;
extern const struct page page_forgot_password;
extern const struct page page_reset_password;
extern const struct page page_undo_two_factor;
extern const struct page page_sign_out;
extern const struct page page_invitation;
extern const struct page page_consent;

/* The settings. */
extern const struct page page_settings;
extern const struct page page_password;
extern const struct page page_two_factor;
extern const struct page page_notifications;
extern const struct page page_sessions;
extern const struct page page_tokens;
extern const struct page page_apps;
extern const struct page page_activity;
extern const struct page page_social;
extern const struct page page_social_callback;
extern const struct page page_data;
extern const struct page page_unsubscribe;

#endif
