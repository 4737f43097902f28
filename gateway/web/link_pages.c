/*
 * link_pages.c - where the links of mails lead. Looking at these pages consumes nothing, for
 * programs that scan mail open every link; only the button posts the token.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/web/html.h"
#include "gateway/web/page_writers.h"

/* The token if it is one that can stand in a command line as it is. */
static const char *
plain_token(const char *token)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789-_";
	size_t size = token == NULL ? 0 : strlen(token);
	return size > 0 && strspn(token, alphabet) == size ? token : "TOKEN";
}

/* Says so when a link came without its token. */
static void
put_incomplete(struct buffer *out, const char *token)
{
	if (token == NULL || token[0] == '\0')
		html_put(out,
			"<p><strong>The link is not complete.</strong> Copy the whole "
			"address from the mail.</p>\n");
}

/* The same without a script. `more` follows the token in the body. */
static void
put_command(struct buffer *out, const char *path, const char *token, const char *more)
{
	html_put(out, "<noscript><p>Without scripts, this command does the same:</p>\n");
	html_putf(out,
		"<pre tabindex=\"0\"><code>curl %s%s -H 'Content-Type: application/json' \\\n"
		"     -d '{\"token\": \"%s\"%s}'</code></pre></noscript>\n",
		config()->base_url.data, path, plain_token(token), more);
}

void
verify_page(struct buffer *out, const char *token)
{
	html_begin(out, "Confirm your e-mail address", "/assets/form.js");
	put_incomplete(out, token);
	html_put(out,
		"<p>Confirm that this address is yours, and your account is made.</p>\n"
		"<form data-action=\"/v1/auth/verify-email\" data-done=\"Confirmed. You can sign in "
		"now, unless a second mail asks you to choose a password first.\" hidden>\n"
		"<button type=\"submit\">Confirm</button>\n</form>\n"
		"<p role=\"status\"></p>\n");
	put_command(out, "/v1/auth/verify-email", token, "");
	html_end(out);
}

void
reset_page(struct buffer *out, const char *token)
{
	html_begin(out, "Choose a new password", "/assets/form.js");
	put_incomplete(out, token);
	html_put(out,
		"<p>Every session and token of the account ends when the password changes.</p>\n"
		"<form data-action=\"/v1/auth/password/reset\" data-done=\"The password is set. "
		"Sign in with it.\" hidden>\n"
		"<label for=\"password\">New password, 12 to 128 characters</label>\n"
		"<input id=\"password\" name=\"password\" type=\"password\" minlength=\"12\" "
		"maxlength=\"128\" autocomplete=\"new-password\" required>\n"
		"<div><button type=\"submit\">Set the password</button></div>\n</form>\n"
		"<p role=\"status\"></p>\n");
	put_command(out, "/v1/auth/password/reset", token, ", \"password\": \"…\"");
	html_end(out);
}

void
invitation_page(struct buffer *out, const char *token)
{
	html_begin(out, "An invitation", "/assets/invitation.js");
	html_put(out,
		"<p id=\"preview\">You are invited into an organization.</p>\n"
		"<p>Sign in with the account whose address was invited, then accept.</p>\n"
		"<form hidden><button type=\"submit\">Accept</button></form>\n"
		"<p role=\"status\"></p>\n"
		"<p class=\"quiet\">With a token of your account, this command does the same:</p>\n");
	html_putf(out,
		"<pre tabindex=\"0\"><code>curl -X POST %s/v1/org-invitations/%s/accept \\\n"
		"     -H 'Authorization: Bearer YOUR_TOKEN'</code></pre>\n",
		config()->base_url.data, plain_token(token));
	html_end(out);
}

void
unsubscribe_page(struct buffer *out, const char *token)
{
	html_begin(out, "No more mails of this kind", "/assets/unsubscribe.js");
	html_put(out,
		"<p>Your account stays as it is, and so does your inbox in Kith.</p>\n"
		"<form method=\"post\"><button type=\"submit\">Unsubscribe</button></form>\n"
		"<p role=\"status\"></p>\n"
		"<noscript><p>Without scripts, the button works and says nothing. This command "
		"does the same:</p>\n");
	html_putf(out,
		"<pre tabindex=\"0\"><code>curl -X POST %s/unsubscribe/%s</code></pre></noscript>\n",
		config()->base_url.data, plain_token(token));
	html_end(out);
}
