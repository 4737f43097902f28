/*
 * mails.h - the mails that services send to an address.
 *
 * MAIL(constant, name, policy, subject): `name` is the name in the outbox and of the
 * mail's file in services/notifications/mail. `subject` is the header. Mails of
 * notifications are declared in notices.h. Processes of an earlier release write TOTP_ON,
 * which has no link.
 */
#ifndef KITH_PROTO_MAILS_H
#define KITH_PROTO_MAILS_H

enum mail_policy {
	MAIL_UNSET,
	MAIL_OPTIONAL,  /* the recipient can switch it off; not to suspended members */
	MAIL_NECESSARY, /* about an account */
};

/* clang-format off */
#define MAILS(MAIL) \
MAIL(VERIFY_EMAIL, verify_email, NECESSARY, "Verify your e-mail address") \
MAIL(SIGN_UP_NOTICE, sign_up_notice, NECESSARY, "You already have an account") \
MAIL(ACCOUNT_APPROVED, account_approved, OPTIONAL, "Your account is approved") \
MAIL(ACCOUNT_DECLINED, account_declined, NECESSARY, \
	"Your account was not approved") \
MAIL(ACCOUNT_DELETED, account_deleted, NECESSARY, "Your account was deleted") \
MAIL(ACCOUNT_SUSPENDED, account_suspended, NECESSARY, "Your account is suspended") \
MAIL(ACCOUNT_REINSTATED, account_reinstated, NECESSARY, "Your account is active again") \
MAIL(ORG_INVITATION, org_invitation, OPTIONAL, "You are invited to join an " \
					       "organization") \
MAIL(RESET_PASSWORD, reset_password, NECESSARY, "Choose a new password") \
MAIL(CHOOSE_PASSWORD, choose_password, NECESSARY, "Choose a password for your account") \
MAIL(PASSWORD_CHANGED, password_changed, NECESSARY, "Your password was changed") \
MAIL(PASSWORD_REPLACED, password_replaced, NECESSARY, "Your password was changed") \
MAIL(CHANGE_EMAIL, change_email, NECESSARY, \
	"An account asks to use this e-mail address") \
MAIL(EMAIL_TAKEN, email_taken, NECESSARY, \
	"Another account requested your e-mail address") \
MAIL(EMAIL_CHANGE_ASKED, email_change_asked, NECESSARY, \
	"Your e-mail address is about to change") \
MAIL(EMAIL_CHANGED, email_changed, NECESSARY, "Your e-mail address was changed") \
MAIL(TOTP_ON, totp_on, NECESSARY, "A second factor was set up") \
MAIL(TOTP_SET_UP, totp_set_up, NECESSARY, "A second factor was set up") \
MAIL(TOTP_WRONG_CODE, totp_wrong_code, NECESSARY, \
	"Someone entered your password and a wrong code") \
MAIL(ACCESS_GIVEN, access_given, NECESSARY, "A program can act for you") \
MAIL(ROLE_GIVEN, role_given, NECESSARY, "A new administrator, owner or lead") \
MAIL(ROLE_ENDED, role_ended, NECESSARY, "You no longer have a role") \
MAIL(NEW_SIGN_IN, new_sign_in, NECESSARY, "A new sign-in to your account") \
MAIL(TOTP_OFF, totp_off, NECESSARY, "The second factor was removed") \
MAIL(RECOVERY_CODES_ENDED, recovery_codes_ended, NECESSARY, \
	"Your recovery codes no longer work") \
MAIL(APP_DISCONNECTED, app_disconnected, NECESSARY, \
	"An app was disconnected from your account") \
MAIL(ITEM_REMOVED, item_removed, NECESSARY, \
	"An administrator removed your content") \
MAIL(APPROVAL_ASKED, approval_asked, NECESSARY, \
	"An app waits for your approval") \
MAIL(DIGEST, digest, OPTIONAL, "What happened on {instance}") \
MAIL(SAVED_SEARCHES, saved_searches, OPTIONAL, "New in your saved searches") \
MAIL(TEST, test, NECESSARY, "A test mail from this instance")
/* clang-format on */

enum mail_template {
	MAIL_NONE, /* no mail */
#define MAIL_CONSTANT(constant, ...) MAIL_##constant,
	MAILS(MAIL_CONSTANT)
#undef MAIL_CONSTANT
	MAIL_COUNT
};

struct mail_info {
	const char *name;
	enum mail_policy policy;
	const char *subject; /* ASCII; {instance} stands for the name of the instance */
};

/* The entry of MAIL_NONE is zero. */
extern const struct mail_info mail_infos[MAIL_COUNT];

/* Returns MAIL_NONE if there is no mail of this name. */
enum mail_template mail_named(const char *name);

#endif
