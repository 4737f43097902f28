/*
 * mails.h - every mail that a service may send to an address, once.
 *
 * MAIL(constant, name, policy, subject): the name stands in the outbox and in the name of
 * the mail's file, the subject is the header. What each says is in
 * services/notifications/mail. Notifications that are mailed as well are listed in
 * notices.h, not here.
 */
#ifndef KITH_PROTO_MAILS_H
#define KITH_PROTO_MAILS_H

enum mail_policy {
	MAIL_UNSET,
	MAIL_OPTIONAL,       /* whoever receives it may switch it off */
	MAIL_NECESSARY,      /* about an account; nobody can switch it off */
	MAIL_EVEN_SUSPENDED, /* the same, and suspended members receive it as well */
};

/* clang-format off */
#define MAILS(MAIL) \
MAIL(VERIFY_EMAIL, verify_email, NECESSARY, "Verify your e-mail address") \
MAIL(SIGN_UP_NOTICE, sign_up_notice, NECESSARY, "You already have an account") \
MAIL(ACCOUNT_APPROVED, account_approved, OPTIONAL, "Your account is approved") \
MAIL(ACCOUNT_DECLINED, account_declined, EVEN_SUSPENDED, \
	"Your account was not approved") \
MAIL(ACCOUNT_SUSPENDED, account_suspended, EVEN_SUSPENDED, "Your account is suspended") \
MAIL(ACCOUNT_REINSTATED, account_reinstated, NECESSARY, "Your account works again") \
MAIL(ORG_INVITATION, org_invitation, OPTIONAL, "You are invited to join an " \
					       "organization") \
MAIL(RESET_PASSWORD, reset_password, NECESSARY, "Choose a new password") \
MAIL(CHOOSE_PASSWORD, choose_password, NECESSARY, "Choose the password of your account") \
MAIL(PASSWORD_CHANGED, password_changed, NECESSARY, "Your password was changed") \
MAIL(PASSWORD_REPLACED, password_replaced, NECESSARY, "Your password was changed") \
MAIL(CHANGE_EMAIL, change_email, NECESSARY, "Verify your new e-mail address") \
MAIL(EMAIL_TAKEN, email_taken, NECESSARY, "Another account asked for your e-mail " \
					  "address") \
MAIL(EMAIL_CHANGE_ASKED, email_change_asked, NECESSARY, \
	"Your e-mail address is about to change") \
MAIL(EMAIL_CHANGED, email_changed, NECESSARY, "Your e-mail address was changed") \
MAIL(TOTP_ON, totp_on, NECESSARY, "A second factor was set up") \
MAIL(TOTP_OFF, totp_off, NECESSARY, "The second factor was removed") \
MAIL(APP_DISCONNECTED, app_disconnected, NECESSARY, \
	"An app was disconnected from your account") \
MAIL(DIGEST, digest, OPTIONAL, "What happened on Kith") \
MAIL(TEST, test, NECESSARY, "A test mail from this instance")
/* clang-format on */

enum mail_template {
	MAIL_NONE, /* not said */
#define MAIL_CONSTANT(constant, ...) MAIL_##constant,
	MAILS(MAIL_CONSTANT)
#undef MAIL_CONSTANT
	MAIL_COUNT
};

struct mail_info {
	const char *name;
	enum mail_policy policy;
	const char *subject; /* ASCII */
};

/* NULLs for MAIL_NONE. */
extern const struct mail_info mail_infos[MAIL_COUNT];

/* The template of this name; MAIL_NONE when there is none. */
enum mail_template mail_named(const char *name);

#endif
