/*
 * account.h - the pages of an account: sign-in, sign-up, settings.
 */
#ifndef KITH_GATEWAY_ACCOUNT_ACCOUNT_H
#define KITH_GATEWAY_ACCOUNT_ACCOUNT_H

#include "gateway/web/page.h"

/* Writes a link that passes the return URL on. */
void account_link_on(struct view *view, const char *path, const char *label);

extern const struct page page_assistants;
extern const struct page page_sign_in;
extern const struct page page_sign_up;
extern const struct page page_check_mail;
extern const struct page page_verify_email;
extern const struct page page_forgot_password;
extern const struct page page_reset_password;
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
extern const struct page page_social;
extern const struct page page_social_callback;
extern const struct page page_data;
extern const struct page page_unsubscribe;

#endif
