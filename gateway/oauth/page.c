/*
 * page.c - the page of a request that must not be redirected.
 */
#include <ctype.h>
#include <string.h>

#include "gateway/oauth/inside.h"
#include "gateway/web/html.h"

/* Names the client, and links to it with the error unless it is a program of the
 * visitor's machine. Only the host or the scheme is certain: a client that nobody has
 * checked chose everything else. */
static void
put_back(const struct oauth *oauth, struct buffer *out)
{
	if (oauth->back == NULL) {
		html_putf(out,
			"<p>Nobody has checked this app. It asked to continue in the "
			"program that opens <strong>%s</strong> links.</p>\n",
			oauth->back_host);
		return;
	}
	html_putf(out,
		"<p>Nobody has checked this app. Continue to <strong>%s</strong> only if "
		"you have just started to connect it.</p>\n",
		oauth->back_host);
	html_putf(out,
		"<p><a class=\"button\" rel=\"noreferrer\" href=\"%s\">Continue to "
		"%s</a></p>\n",
		oauth->back, oauth->back_host);
}

void
oauth_write_page(const struct oauth *oauth, struct buffer *out, enum oauth_error error,
	const char *sentence)
{
	const char *code = oauth_errors[error].code;
	char *text = arena_printf(out->arena, "%s.", sentence != NULL ? sentence : code);

	text[0] = (char)toupper((unsigned char)text[0]);
	html_open(out, "The app cannot be connected", "narrow");
	html_main(out);
	html_put(out, "<h1>The app cannot be connected</h1>\n<div class=\"card\">\n");
	html_putf(out, "<p>%s</p>\n", text);
	html_put(out, "<p>The app got no access and no data. ");
	if (error == OAUTH_ACCESS_DENIED)
		html_put(out, "<a href=\"/\">Go to the front page</a></p>\n");
	else
		html_put(out,
			"Go back to the app and connect it again. If that does not help, "
			"send the text of this page to the developer of the app.</p>\n");
	if (oauth->back_host != NULL)
		put_back(oauth, out);
	html_putf(out, "<p class=\"quiet\">OAuth error: <code>%s</code></p>\n</div>\n",
		code);
	html_close(out);
}
