/*
 * social.c - linking the social account, and the page to which the provider redirects.
 *
 * Opening that page links the account, because the redirect is a GET. The state in its
 * query protects it: it belongs to this member, expires soon, and works once.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/identity.h"
#include "proto/media/social.h"

/* The order of the reads. */
enum {
	SESSION,
	SOCIAL
};

static void
finish_link(struct view *view)
{
	view->location = view_text(view->answer, "url");
}

static const struct form form_link = {
	.path = "/settings/social/link",
	.op = &op_social_link,
	.button = "Link an account",
	.finish = finish_link,
};

static const struct form form_unlink = {
	.path = "/settings/social/unlink",
	.op = &op_social_unlink,
	.button = "Unlink",
	.danger = true,
	.done = "/settings/social",
	.said = "Your social account is no longer linked.",
};

/* The linked account, and its expiry. */
static void
put_account(struct view *view, const json_t *social)
{
	struct buffer *out = view->out;
	const char *expires_at = view_text(social, "expiresAt");

	html_putf(out,
		"<p>Your account <a rel=\"noopener\" href=\"%s\">%s</a> is linked.",
		view_text(social, "url"), view_text(social, "handle"));
	if (view_has_passed(expires_at))
		html_put(out,
			" The provider no longer accepts your permission. Link the "
			"account again.");
	if (*expires_at != '\0' && !view_has_passed(expires_at)) {
		html_put(out, " Your permission expires on ");
		html_time(out, expires_at);
		html_put(out, ".");
	}
	html_put(out, "</p>\n");
}

static void
write_social(struct view *view)
{
	const json_t *social = view->answers[SOCIAL];
	const bool linked = json_is_true(json_object_get(social, "linked"));
	struct buffer *out = view->out;

	html_put(out, "<section class=\"card\">\n");
	if (linked)
		put_account(view, social);
	if (SOCIAL_IS_SET_UP(config())) {
		html_putf(out,
			"<p class=\"quiet\">You can share single progress entries on "
			"your account at <strong>%s</strong>. Kith posts nothing else "
			"there.</p>\n",
			strstr(config()->social_url.data, "://") + 3);
		form_put(view, &form_link, NULL);
	} else {
		html_put(out,
			"<p class=\"quiet\">This instance is not set up for sharing on "
			"a social network.</p>\n");
	}
	if (linked)
		form_put(view, &form_unlink, NULL);
	html_put(out, "</section>\n");
}

const struct page page_social = {
	.path = "/settings/social",
	.title = "Social account",
	.menu = "Social account",
	.reads = {[SESSION] = {.op = &op_session_get}, [SOCIAL] = {.op = &op_social_get}},
	.forms = {&form_link, &form_unlink},
	.write = write_social,
	.leads_away = true,
};

/* ---- the redirect ---- */

static void
write_callback(struct view *view)
{
	html_put(view->out, "<div class=\"card\">\n");
	put_account(view, view->answers[0]);
	html_put(view->out,
		"<p class=\"actions\"><a class=\"button\" "
		"href=\"/settings/social\">Continue</a></p>\n</div>\n");
}

const struct page page_social_callback = {
	.path = SOCIAL_CALLBACK,
	.title = "Social account",
	.reads = {{.op = &op_social_link_finish}},
	.write = write_callback,
	.narrow = true,
};
