#include "services/notifications/mail/mail_words.h"

#include <stddef.h>

const struct mail_words mail_words[MAIL_COUNT] = {
	[MAIL_VERIFY_EMAIL] =
		{{"Somebody signed up for Kith with this e-mail address. If it was you, open this "
		  "link within 24 hours to verify the address:"},
			"Verify my e-mail address",
			{"If it was not you, you need not do anything. Without the link, no account "
			 "is made."}},
	[MAIL_SIGN_UP_NOTICE] =
		{{"Somebody tried to sign up for Kith with this e-mail address, which already "
		  "has an account. Nothing was changed.",
			 "If it was you, sign in with your password."},
			NULL, {NULL}},
	[MAIL_ACCOUNT_APPROVED] =
		{{"An administrator approved your account. You can now sign in, fill in your "
		  "profile, and read and write."},
			NULL, {NULL}},
	[MAIL_ACCOUNT_DECLINED] =
		{{"An administrator looked at your account and did not approve it, for this "
		  "reason:"},
			NULL,
			{"If you think that this is a mistake, write to the administrators of this "
			 "instance."}},
	[MAIL_ACCOUNT_SUSPENDED] =
		{{"An administrator suspended your account. Until the suspension ends, other "
		  "members see neither your profile nor what you wrote, and you can use the "
		  "network neither directly nor through an assistant."},
			NULL,
			{"If you think that this is a mistake, write to the administrators of this "
			 "instance."}},
	[MAIL_ACCOUNT_REINSTATED] =
		{{"An administrator ended the suspension of your account. You can sign in again, "
		  "and other members see again what you wrote."},
			NULL, {NULL}},
	[MAIL_ORG_INVITATION] =
		{{"You have an invitation on Kith at this e-mail address. Open the link to see it "
		  "and to accept it."},
			"See the invitation",
			{"If you do not want to join, you need not do anything. If you have no account "
			 "yet, sign up with this e-mail address first."}},
	[MAIL_PASSWORD_CHANGED] =
		{{"The password of your account was changed with a link that was mailed to you. "
		  "Every session and token of the account has ended.",
			 "If it was not you, write to the administrators of this instance."},
			NULL, {NULL}},
	[MAIL_PASSWORD_REPLACED] =
		{{"The password of your account was changed by somebody who was signed in and "
		  "knew the old one. Every other session of the account has ended.",
			 "If it was not you, ask for a new password at once."},
			NULL, {NULL}},
	[MAIL_RESET_PASSWORD] = {{"Somebody asked for a new password for your account. If it was you, open this "
				  "link within an hour to choose one:"},
		"Choose a new password",
		{"If it was not you, you need not do anything. Your password stays as it is."}},
	[MAIL_CHOOSE_PASSWORD] =
		{{"Your e-mail address is verified. The account has no password yet, because we "
		  "cannot be sure that it was you who chose the one given at sign-up. Open this "
		  "link within an hour to choose a password. After that, ask for a new one as if "
		  "you had forgotten it:"},
			"Choose a password", {NULL}},
	[MAIL_CHANGE_EMAIL] =
		{{"A member of Kith wants to use this e-mail address from now on. If it is you, "
		  "open this link within 24 hours:"},
			"Use this e-mail address",
			{"If it is not you, you need not do anything. Without the link, nothing "
			 "changes."}},
	[MAIL_EMAIL_TAKEN] =
		{{"Somebody asked to use this e-mail address for another account of Kith. It "
		  "belongs to your account, so nothing was changed."},
			NULL, {NULL}},
	[MAIL_EMAIL_CHANGE_ASKED] =
		{{"Somebody who is signed in to your account, and knows its password, asked to "
		  "use another e-mail address. It changes once the new one is verified.",
			 "If it was not you, change your password at once."},
			NULL, {NULL}},
	[MAIL_EMAIL_CHANGED] =
		{{"Your account has another e-mail address now, and mails go there.",
			 "If it was not you, write to the administrators of this instance."},
			NULL, {NULL}},
	[MAIL_TOTP_ON] =
		{{"From now on, signing in to your account needs a code from an authenticator "
		  "app.",
			 "If it was not you, change your password at once."},
			NULL, {NULL}},
	[MAIL_TOTP_OFF] =
		{{"From now on, signing in to your account needs your password only.",
			 "If it was not you, change your password at once."},
			NULL, {NULL}},
	[MAIL_APP_DISCONNECTED] =
		{{"An app that you had connected to your account used a key that it had used up "
		  "before. It may be that somebody copied the key, so the app was disconnected and "
		  "can no longer act for you. This is what it calls itself:"},
			NULL,
			{"You can connect it again whenever you like. If this happens more than once, "
			 "write to the administrators of this instance."}},
	[MAIL_TEST] =
		{{"This mail was sent by kithctl mail test. That you read it means that the "
		  "instance can send mail."},
			NULL, {NULL}},
};
