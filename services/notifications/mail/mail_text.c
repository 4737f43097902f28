#include "services/notifications/mail/mail_text.h"

#include <string.h>

#include "common/config/config.h"
#include "proto/mails.h"

#define PARAGRAPHS_MAX 3

/* Lines are broken as they shall stand in the text part. */
struct mail_words {
	const char *before[PARAGRAPHS_MAX + 1]; /* the note and the link */
	const char *link_label;                 /* NULL without a link */
	const char *after[PARAGRAPHS_MAX + 1];
};

static const struct mail_words words[MAIL_COUNT] = {
	[MAIL_VERIFY_EMAIL] =
		{{"Somebody signed up for Kith with this e-mail address. If it was you, open this\n"
		  "link within 24 hours to verify the address:"},
			"Verify my e-mail address",
			{"If it was not you, you need not do anything. Without the link, no account\n"
			 "is made."}},
	[MAIL_SIGN_UP_NOTICE] =
		{{"Somebody tried to sign up for Kith with this e-mail address, which already\n"
		  "has an account. Nothing was changed.",
			 "If it was you, sign in with your password."},
			NULL, {NULL}},
	[MAIL_ACCOUNT_APPROVED] =
		{{"An administrator approved your account. You can now sign in, fill in your\n"
		  "profile, and read and write."},
			NULL, {NULL}},
	[MAIL_ACCOUNT_DECLINED] =
		{{"An administrator looked at your account and did not approve it, for this\n"
		  "reason:"},
			NULL,
			{"If you think that this is a mistake, write to the administrators of this\n"
			 "instance."}},
	[MAIL_ACCOUNT_SUSPENDED] =
		{{"An administrator suspended your account. Until the suspension ends, other\n"
		  "members see neither your profile nor what you wrote, and you can use the\n"
		  "network neither directly nor through an assistant."},
			NULL,
			{"If you think that this is a mistake, write to the administrators of this\n"
			 "instance."}},
	[MAIL_ACCOUNT_REINSTATED] =
		{{"An administrator ended the suspension of your account. You can sign in again,\n"
		  "and other members see again what you wrote."},
			NULL, {NULL}},
	[MAIL_ORG_INVITATION] =
		{{"You have an invitation on Kith at this e-mail address. Open the link to see it\n"
		  "and to accept it."},
			"See the invitation",
			{"If you do not want to join, you need not do anything. If you have no account\n"
			 "yet, sign up with this e-mail address first."}},
	[MAIL_PASSWORD_CHANGED] =
		{{"The password of your account was changed with a link that was mailed to you.\n"
		  "Every session and token of the account has ended.",
			 "If it was not you, write to the administrators of this instance."},
			NULL, {NULL}},
	[MAIL_PASSWORD_REPLACED] =
		{{"The password of your account was changed by somebody who was signed in and\n"
		  "knew the old one. Every other session of the account has ended.",
			 "If it was not you, ask for a new password at once."},
			NULL, {NULL}},
	[MAIL_RESET_PASSWORD] = {{"Somebody asked for a new password for your account. If it was you, open this\n"
				  "link within an hour to choose one:"},
		"Choose a new password",
		{"If it was not you, you need not do anything. Your password stays as it is."}},
	[MAIL_CHOOSE_PASSWORD] =
		{{"Your e-mail address is verified. The account has no password yet, because we\n"
		  "cannot be sure that it was you who chose the one given at sign-up. Open this\n"
		  "link within an hour to choose a password. After that, ask for a new one as if\n"
		  "you had forgotten it:"},
			"Choose a password", {NULL}},
	[MAIL_CHANGE_EMAIL] =
		{{"A member of Kith wants to use this e-mail address from now on. If it is you,\n"
		  "open this link within 24 hours:"},
			"Use this e-mail address",
			{"If it is not you, you need not do anything. Without the link, nothing\n"
			 "changes."}},
	[MAIL_EMAIL_TAKEN] =
		{{"Somebody asked to use this e-mail address for another account of Kith. It\n"
		  "belongs to your account, so nothing was changed."},
			NULL, {NULL}},
	[MAIL_EMAIL_CHANGE_ASKED] =
		{{"Somebody who is signed in to your account, and knows its password, asked to\n"
		  "use another e-mail address. It changes once the new one is verified.",
			 "If it was not you, change your password at once."},
			NULL, {NULL}},
	[MAIL_EMAIL_CHANGED] =
		{{"Your account has another e-mail address now, and mails go there.",
			 "If it was not you, write to the administrators of this instance."},
			NULL, {NULL}},
	[MAIL_TOTP_ON] =
		{{"From now on, signing in to your account needs a code from an authenticator\n"
		  "app.",
			 "If it was not you, change your password at once."},
			NULL, {NULL}},
	[MAIL_TOTP_OFF] =
		{{"From now on, signing in to your account needs your password only.",
			 "If it was not you, change your password at once."},
			NULL, {NULL}},
	[MAIL_APP_DISCONNECTED] =
		{{"An app that you had connected to your account used a key that it had used up\n"
		  "before. It may be that somebody copied the key, so the app was disconnected and\n"
		  "can no longer act for you. This is what it calls itself:"},
			NULL,
			{"You can connect it again whenever you like. If this happens more than once,\n"
			 "write to the administrators of this instance."}},
};

static void
put(struct buffer *out, const char *text)
{
	buffer_append(out, text, strlen(text));
}

/* Text inside HTML; control characters, which a name may hold, become spaces. */
static void
put_html(struct buffer *out, const char *text)
{
	for (const char *next = text; *next != '\0'; next++) {
		const unsigned char c = (unsigned char)*next;

		if (c == '&')
			put(out, "&amp;");
		else if (c == '<')
			put(out, "&lt;");
		else if (c == '>')
			put(out, "&gt;");
		else if (c == '"')
			put(out, "&quot;");
		else
			buffer_append(out,
				(c < 0x20 && c != '\n') || c == 0x7f ? " " : next, 1);
	}
}

static void
put_paragraph(struct buffer *plain, struct buffer *html, const char *text)
{
	put(plain, text);
	put(plain, "\n\n");
	put(html, "<p>");
	put_html(html, text);
	put(html, "</p>\n");
}

static void
put_greeting(struct buffer *plain, struct buffer *html, const char *to_name)
{
	struct buffer greeting = {.arena = plain->arena};

	put(&greeting, to_name[0] != '\0' ? "Hello " : "Hello");
	for (const char *next = to_name; *next != '\0'; next++) {
		const unsigned char c = (unsigned char)*next;

		buffer_append(&greeting, c < 0x20 || c == 0x7f ? " " : next, 1);
	}
	put(&greeting, ",");
	buffer_append(&greeting, "", 1);
	put_paragraph(plain, html, (const char *)greeting.data);
}

/* What a person wrote, without the control characters that it may hold. */
static void
put_note(struct buffer *plain, struct buffer *html, const char *note)
{
	struct buffer clean = {.arena = plain->arena};

	for (const char *next = note; *next != '\0'; next++) {
		const unsigned char c = (unsigned char)*next;

		buffer_append(
			&clean, (c < 0x20 && c != '\n') || c == 0x7f ? " " : next, 1);
	}
	buffer_append(&clean, "", 1);
	put_paragraph(plain, html, (const char *)clean.data);
}

static void
put_link(struct buffer *plain, struct buffer *html, const char *label, const char *link)
{
	put(plain, link);
	put(plain, "\n\n");
	put(html, "<p><a href=\"");
	put_html(html, link);
	put(html, "\">");
	put_html(html, label);
	put(html, "</a></p>\n<p>");
	put_html(html, link);
	put(html, "</p>\n");
}

static const char *
finish(struct buffer *out)
{
	buffer_append(out, "", 1);
	return (const char *)out->data;
}

bool
mail_text_write(struct arena *arena, const char *template_name,
	const struct mail_parts *parts, struct mail_text *out)
{
	const enum mail_template template = mail_named(template_name);
	const struct mail_words *said = &words[template];
	struct buffer plain = {.arena = arena};
	struct buffer html = {.arena = arena};

	if (template == MAIL_NONE || (said->link_label != NULL && parts->link == NULL))
		return false;
	put(&html, "<!doctype html>\n<html lang=\"en\">\n<body>\n");
	put_greeting(&plain, &html, parts->to_name);
	for (size_t i = 0; said->before[i] != NULL; i++)
		put_paragraph(&plain, &html, said->before[i]);
	if (parts->note != NULL && parts->note[0] != '\0')
		put_note(&plain, &html, parts->note);
	if (said->link_label != NULL)
		put_link(&plain, &html, said->link_label, parts->link);
	for (size_t i = 0; said->after[i] != NULL; i++)
		put_paragraph(&plain, &html, said->after[i]);
	put(&plain, "-- \nKith, ");
	put(&plain, config()->base_url.data);
	put(&plain, "\n");
	put(&html, "<p>Kith, ");
	put_html(&html, config()->base_url.data);
	put(&html, "</p>\n</body>\n</html>\n");
	out->subject = mail_infos[template].subject;
	out->plain = finish(&plain);
	out->html = finish(&html);
	return true;
}
