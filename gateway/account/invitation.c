/*
 * invitation.c - an invitation, and the answer to it.
 */
#include <string.h>

#include "gateway/account/account.h"
#include "gateway/web/html.h"
#include "proto/identity/identity.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads. */
enum {
	PREVIEW,
	SESSION,
	WAITING
};

static const struct form form_accept = {
	.path = "/invitations/{token}/accept",
	.op = &op_org_invitation_accept,
	.button = "Accept",
	.done = "/",
	.said = "You have joined the organization.",
};

static const struct form form_decline = {
	.path = "/invitations/{token}/decline/{id}",
	.op = &op_me_org_invitation_decline,
	.button = "Decline",
	.plain = true,
	.done = "/",
	.said = "You have declined the invitation.",
};

/* The id of this invitation in the visitor's list; NULL when it is another person's. */
static const char *
waiting_id(const struct view *view, const char *org_slug)
{
	const json_t *items = view_member(view->answers[WAITING], "items");

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		if (strcmp(view_text(item, "orgSlug"), org_slug) == 0)
			return view_text(item, "id");
	}
	return NULL;
}

static void
put_answer(struct view *view, const char *id)
{
	const struct http_parameter with_id[] = {view->captures[0],
		{arena_text(view->arena, "id"), arena_text(view->arena, id)}};

	html_put(view->out, "<div class=\"actions\">\n");
	form_put(view, &form_accept, NULL);
	form_begin(view, &form_decline,
		page_path(view->arena, form_decline.path, with_id, COUNT_OF(with_id)));
	form_end(view, &form_decline);
	html_put(view->out, "</div>\n");
}

/* Writes a link to a page that returns to this one. */
static void
put_link(struct view *view, const char *kind, const char *path, const char *label)
{
	html_putf(view->out, "<a class=\"%s\" href=\"%s?next=/invitations/", kind, path);
	html_put_query(view->out, view->captures[0].value.data);
	html_putf(view->out, "\">%s</a>", label);
}

static void
put_sign_in(struct view *view, const char *masked)
{
	html_putf(view->out,
		"<p>To answer, sign in to the account with the address "
		"<strong>%s</strong>, or create an account with this address.</p>\n"
		"<p class=\"actions\">",
		masked);
	put_link(view, "button", "/sign-in", "Sign in");
	html_put(view->out, " ");
	put_link(view, "button plain", "/sign-up", "Create an account");
	html_put(view->out,
		"</p>\n<p class=\"quiet\">An administrator approves a new account, "
		"unless you sign up with an invite code. You can accept the invitation "
		"after that.</p>\n");
}

/* Whether the visitor's account still waits for an administrator. */
static bool
is_pending(const struct view *view)
{
	return strcmp(view_text(view->answers[SESSION], "account.membershipStatus"),
		       "pending") == 0;
}

static void
write_invitation(struct view *view)
{
	const json_t *preview = view->answers[PREVIEW];
	const char *status = view_text(preview, "status");
	const char *id = waiting_id(view, view_text(preview, "orgSlug"));
	struct buffer *out = view->out;

	html_putf(out,
		"<div class=\"card\">\n<p><strong>%s</strong> invites you to join "
		"<strong>%s</strong> as %s.</p>\n",
		view_text(preview, "invitedByName"), view_text(preview, "orgName"),
		view_text(preview, "role"));
	if (strcmp(status, "pending") != 0)
		html_putf(out, "<p class=\"quiet\">The invitation is %s.</p>\n", status);
	else if (view->answers[SESSION] == NULL)
		put_sign_in(view, view_text(preview, "maskedEmail"));
	else if (is_pending(view))
		html_put(out,
			"<p>Your account is waiting for the approval of an "
			"administrator. You get an e-mail with the decision. Open the "
			"invitation again after that.</p>\n");
	else if (id != NULL)
		put_answer(view, id);
	else
		html_putf(out,
			"<p>The invitation was sent to <strong>%s</strong>, but you are "
			"signed in as <strong>%s</strong>. Sign in with the invited "
			"account.</p>\n",
			view_text(preview, "maskedEmail"),
			view_text(view->answers[SESSION], "account.email"));
	html_put(out, "</div>\n");
}

const struct page page_invitation = {
	.path = "/invitations/{token}",
	.title = "You are invited",
	.reads = {[PREVIEW] = {.op = &op_org_invitation_preview},
		[SESSION] = {.op = &op_session_get},
		[WAITING] = {.op = &op_me_org_invitation_list, .also = "limit=100"}},
	.forms = {&form_accept, &form_decline},
	.write = write_invitation,
	.open = true,
	.narrow = true,
};
