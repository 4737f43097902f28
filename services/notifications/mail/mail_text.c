#include "services/notifications/mail/mail_text.h"

#include <string.h>

#include "common/config/config.h"

#define PARAGRAPHS_MAX 3

/* Lines are broken as they shall stand in the text part. */
struct mail_template {
	const char *name;
	const char *subject;
	const char *before[PARAGRAPHS_MAX + 1]; /* the note and the link */
	const char *link_label;                 /* NULL without a link */
	const char *after[PARAGRAPHS_MAX + 1];
};

static const struct mail_template templates[] = {
	{
		"verify_email",
		"Verify your e-mail address",
		{"Somebody, you we hope, signed up for Kith with this e-mail address.\n"
		 "Open this link within 24 hours to verify it:"},
		"Verify my e-mail address",
		{"If it was not you, do nothing: without the link, no account is made."},
	},
	{
		"sign_up_notice",
		"You have an account already",
		{"Somebody tried to sign up for Kith with this e-mail address, which has an\n"
		 "account already. Nothing was changed.",
			"If it was you, sign in with your password."},
		NULL,
		{NULL},
	},
	{
		"account_approved",
		"Your account is approved",
		{"An administrator approved your account. You can sign in now, fill your\n"
		 "profile, and read and write."},
		NULL,
		{NULL},
	},
	{
		"account_declined",
		"Your account was not approved",
		{"An administrator looked at your account and did not approve it, for this\n"
		 "reason:"},
		NULL,
		{"If you think that this is a mistake, write to the administrators of this\n"
		 "instance."},
	},
	{
		"account_reinstated",
		"Your account works again",
		{"An administrator ended the suspension of your account. You can sign in again,\n"
		 "and what you wrote is visible again."},
		NULL,
		{NULL},
	},
	{
		"org_invitation",
		"You are invited into an organization",
		{"A member of Kith invited you, by this e-mail address, into an organization.\n"
		 "Open this link to see which one it is, who invited you, and to join:"},
		"See the invitation",
		{"If you do not want to join, do nothing. If you have no account yet, sign up\n"
		 "with this e-mail address first."},
	},
	{
		"password_changed",
		"Your password was changed",
		{"The password of your account was changed with a link that was made for you,\n"
		 "and every session and token of the account has ended.",
			"If it was not you, write to the administrators of this instance."},
		NULL,
		{NULL},
	},
	{
		"password_replaced",
		"Your password was changed",
		{"The password of your account was changed by somebody who is signed in and\n"
		 "knew the old one. Every other session of the account has ended.",
			"If it was not you, ask for a new password at once."},
		NULL,
		{NULL},
	},
	{
		"reset_password",
		"Choose a new password",
		{"Somebody, you we hope, asked for a new password for your account. Open this\n"
		 "link within an hour to choose one:"},
		"Choose a new password",
		{"If it was not you, do nothing: your password stays as it is."},
	},
	{
		"choose_password",
		"Choose the password of your account",
		{"Your e-mail address is verified. The account has no password yet, for we are\n"
		 "not sure who chose the one that it was asked for with. Open this link within\n"
		 "an hour to choose one; after that, ask for a new password as if you had\n"
		 "forgotten it:"},
		"Choose a password",
		{NULL},
	},
	{
		"change_email",
		"Verify your new e-mail address",
		{"A member of Kith wants to use this e-mail address from now on. If it is you,\n"
		 "open this link within 24 hours:"},
		"Use this e-mail address",
		{"If it is not you, do nothing: without the link, nothing changes."},
	},
	{
		"email_taken",
		"Another account asked for your e-mail address",
		{"Somebody asked to use this e-mail address for another account of Kith. It\n"
		 "belongs to yours, so nothing was changed."},
		NULL,
		{NULL},
	},
	{
		"email_change_asked",
		"Your e-mail address is about to change",
		{"Somebody who is signed in to your account, and knows its password, asked to\n"
		 "use another e-mail address. It changes once the new one is verified.",
			"If it was not you, change your password at once."},
		NULL,
		{NULL},
	},
	{
		"email_changed",
		"Your e-mail address was changed",
		{"Your account has another e-mail address now, and mails go there.",
			"If it was not you, write to the administrators of this instance."},
		NULL,
		{NULL},
	},
	{
		"totp_on",
		"A second factor was set up",
		{"From now on, signing in to your account needs a code of an authenticator app.",
			"If it was not you, change your password at once."},
		NULL,
		{NULL},
	},
	{
		"totp_off",
		"The second factor was removed",
		{"From now on, your password alone signs in to your account.",
			"If it was not you, change your password at once."},
		NULL,
		{NULL},
	},
};

static const struct mail_template *
find_template(const char *name)
{
	for (size_t i = 0; i < sizeof(templates) / sizeof(templates[0]); i++) {
		if (strcmp(templates[i].name, name) == 0)
			return &templates[i];
	}
	return NULL;
}

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
	const struct mail_template *template = find_template(template_name);
	struct buffer plain = {.arena = arena};
	struct buffer html = {.arena = arena};

	if (template == NULL || (template->link_label != NULL && parts->link == NULL))
		return false;
	put(&html, "<!doctype html>\n<html lang=\"en\">\n<body>\n");
	put_greeting(&plain, &html, parts->to_name);
	for (size_t i = 0; template->before[i] != NULL; i++)
		put_paragraph(&plain, &html, template->before[i]);
	if (parts->note != NULL && parts->note[0] != '\0')
		put_note(&plain, &html, parts->note);
	if (template->link_label != NULL)
		put_link(&plain, &html, template->link_label, parts->link);
	for (size_t i = 0; template->after[i] != NULL; i++)
		put_paragraph(&plain, &html, template->after[i]);
	put(&plain, "-- \nKith, ");
	put(&plain, config()->base_url.data);
	put(&plain, "\n");
	put(&html, "<p>Kith, ");
	put_html(&html, config()->base_url.data);
	put(&html, "</p>\n</body>\n</html>\n");
	out->subject = template->subject;
	out->plain = finish(&plain);
	out->html = finish(&html);
	return true;
}
