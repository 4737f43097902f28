#include "services/notifications/mail/mail_words.h"

#include <stddef.h>

#define CONTACT "write to the administrators of this instance."
#define NOT_YOU "If it was not you, "
#define NOTHING_TO_DO NOT_YOU "you do not need to do anything. "
#define CHANGE_PASSWORD NOT_YOU "change your password now."
#define MISTAKE "If you think that this is a mistake, " CONTACT

const struct mail_page mail_pages[MAIL_COUNT][MAIL_PAGES_MAX + 1] = {
	[MAIL_SIGN_UP_NOTICE] = {{"Sign in", "/sign-in"},
		{"Choose a new password", "/forgot-password"}},
	[MAIL_ACCOUNT_APPROVED] = {{"Sign in", "/sign-in"}},
};

/* clang-format off */
const struct mail_words mail_words[MAIL_COUNT] = {
	[MAIL_VERIFY_EMAIL] = {
		{"Someone signed up for {instance} with this e-mail address. If it was "
		 "you, open this link within 24 hours to verify the address:"},
		"Verify my e-mail address",
		{NOTHING_TO_DO "Without the link, no account is created."},
	},
	[MAIL_SIGN_UP_NOTICE] = {
		{"Someone tried to sign up for {instance} with this e-mail address, "
		 "which already has an account. Nothing was changed.",
			"If it was you, sign in. If you do not remember your password, "
			"choose a new one."},
		NULL,
		{NULL},
	},
	[MAIL_ACCOUNT_APPROVED] = {
		{"An administrator approved your account. Sign in and fill in your "
		 "profile, so that other members find you."},
		NULL,
		{NULL},
	},
	[MAIL_ACCOUNT_DECLINED] = {
		{"An administrator reviewed your account and did not approve it. The "
		 "reason:"},
		NULL,
		{MISTAKE},
	},
	[MAIL_ACCOUNT_DELETED] = {
		{"Your account was deleted by someone who was signed in and knew its "
		 "password. It cannot be restored. You can sign up with this e-mail "
		 "address again.",
			NOT_YOU CONTACT},
		NULL,
		{NULL},
	},
	[MAIL_ACCOUNT_SUSPENDED] = {
		{"An administrator suspended your account. Until the suspension ends, "
		 "other members do not see your profile and what you wrote. You cannot "
		 "use the network, neither directly nor through an assistant."},
		NULL,
		{MISTAKE},
	},
	[MAIL_ACCOUNT_REINSTATED] = {
		{"An administrator ended the suspension of your account. You can sign in "
		 "again, and other members can see again what you wrote."},
		NULL,
		{NULL},
	},
	[MAIL_ORG_INVITATION] = {
		{"You have an invitation on {instance} for this e-mail address. Open the "
		 "link to see it and to accept it."},
		"See the invitation",
		{"If you do not want to join, you do not need to do anything. If you "
		 "have no account yet, sign up with this e-mail address first. An "
		 "administrator approves new accounts, unless you sign up with an invite "
		 "code. You can accept the invitation after that."},
	},
	[MAIL_PASSWORD_CHANGED] = {
		{"The password of your account was changed with a link that was made for "
		 "you, by a mail or by the operator of this instance. All sessions of "
		 "the account have ended.",
			NOT_YOU CONTACT},
		NULL,
		{NULL},
	},
	[MAIL_PASSWORD_REPLACED] = {
		{"The password of your account was changed by someone who was signed in "
		 "and knew the old password. All other sessions of the account have "
		 "ended.",
			NOT_YOU "request a new password now."},
		NULL,
		{NULL},
	},
	[MAIL_RESET_PASSWORD] = {
		{"Someone requested a new password for your account. If it was you, open "
		 "this link within one hour to choose it:"},
		"Choose a new password",
		{NOTHING_TO_DO "Your password stays the same."},
	},
	[MAIL_CHOOSE_PASSWORD] = {
		{"Your e-mail address is verified. The account has no password yet, "
		 "because we cannot be sure that you chose the one that was entered at "
		 "sign-up. Open this link within one hour to choose a password. After "
		 "that hour, use \"Forgot your password?\" on the sign-in page:"},
		"Choose a password",
		{NULL},
	},
	[MAIL_CHANGE_EMAIL] = {
		{"Someone wants to use this e-mail address for an account of {instance} "
		 "from now on. If the account is yours, open the link within 24 hours:"},
		"Use this e-mail address",
		{"If it is not your account, ignore this mail, also if you have just "
		 "signed up: the link would give your address to that account."},
	},
	[MAIL_EMAIL_TAKEN] = {
		{"Someone wanted to use this e-mail address for another account. It "
		 "belongs to your account, so nothing was changed."},
		NULL,
		{NULL},
	},
	[MAIL_EMAIL_CHANGE_ASKED] = {
		{"Someone who is signed in to your account, and knows its password, "
		 "wants to change its e-mail address. The address changes once the new "
		 "one is verified.",
			CHANGE_PASSWORD},
		NULL,
		{NULL},
	},
	[MAIL_EMAIL_CHANGED] = {
		{"The e-mail address of your account was changed. Mails now go to the "
		 "new address.",
			NOT_YOU CONTACT},
		NULL,
		{NULL},
	},
	[MAIL_TOTP_ON] = {
		{"From now on, signing in to your account requires a code from an "
		 "authenticator app.",
			CHANGE_PASSWORD},
		NULL,
		{NULL},
	},
	[MAIL_TOTP_SET_UP] = {
		{"From now on, signing in to your account requires a code from an "
		 "authenticator app.",
			NOT_YOU "request a new password now, and remove the second "
				"factor with this link. It works once, within 7 days:"},
		"Remove the second factor",
		{"If it was you, you do not need to do anything."},
	},
	[MAIL_TOTP_WRONG_CODE] = {
		{"Someone entered the right password of your account and a wrong code "
		 "of the second factor:"},
		NULL,
		{"If you mistyped the code, you do not need to do anything. "
			CHANGE_PASSWORD,
			"We send this mail at most once an hour."},
	},
	[MAIL_ACCESS_GIVEN] = {
		{"Someone who is signed in to your account has allowed a program to act "
		 "for you:"},
		NULL,
		{"If it was you, you do not need to do anything. " CHANGE_PASSWORD
		 " This ends all other sessions, access tokens and apps."},
	},
	[MAIL_ROLE_GIVEN] = {
		{"A member of {instance} was given a role that can manage others:"},
		NULL,
		{"If this was agreed, you do not need to do anything. If it was done "
		 "with your account and not by you, change your password now. Then take "
		 "the role back: a new password does not end it.",
			"If you know nothing about it, ask whoever gave the role."},
	},
	[MAIL_ROLE_ENDED] = {
		{"Someone has ended a role that you had at {instance}:"},
		NULL,
		{"If this was agreed, you do not need to do anything. If it was not, ask "
		 "whoever changed it. Even if you have the role again, somebody may have "
		 "given it to others in the meantime: check who has it now."},
	},
	[MAIL_NEW_SIGN_IN] = {
		{"Someone signed in to your account with a browser and from a network "
		 "that the account had not been used with before:"},
		NULL,
		{"If it was you, you do not need to do anything. " CHANGE_PASSWORD
		 " This ends all other sessions."},
	},
	[MAIL_TOTP_OFF] = {
		{"From now on, signing in to your account requires only your password.",
			CHANGE_PASSWORD},
		NULL,
		{NULL},
	},
	[MAIL_RECOVERY_CODES_ENDED] = {
		{"The operator of this instance replaced its secret key. The recovery "
		 "codes of your second factor no longer work. Codes from your "
		 "authenticator app work as before.",
			"To get new recovery codes, remove the second factor in your "
			"settings and set it up again."},
		NULL,
		{NULL},
	},
	[MAIL_APP_DISCONNECTED] = {
		{"An app that is connected to your account used a key that it had "
		 "already used, or renewed its access too often. Someone may have "
		 "copied the key, so we disconnected the app. It can no longer act for "
		 "you. This is the name that the app "
		 "gave itself:"},
		NULL,
		{"You can connect it again at any time. If this happens more than once, "
		 CONTACT},
	},
	[MAIL_ITEM_REMOVED] = {
		{"An administrator removed something that you published, host or run. "
		 "It cannot be restored. This is its title, and the reason:"},
		NULL,
		{MISTAKE},
	},
	[MAIL_APPROVAL_ASKED] = {
		{"An app or a token that acts for you wants to send something to other "
		 "people. Nothing was sent yet. Look at the request, then approve or "
		 "decline it:"},
		"Look at the request",
		{"Requests wait for 7 days. You choose in your settings when an app has "
		 "to ask. If you do not know the app, disconnect it there."},
	},
	[MAIL_TEST] = {
		{"This mail was sent by kithctl mail test. If you can read it, this "
		 "instance can send mail."},
		NULL,
		{NULL},
	},
};
/* clang-format on */
