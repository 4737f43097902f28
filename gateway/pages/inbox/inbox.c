/*
 * inbox.c - the head of the inbox, and the parts of introductions.
 */
#include <string.h>

#include "gateway/pages/inbox/inside.h"
#include "gateway/web/html.h"
#include "proto/identity/approvals.h"

static const char *const labels[INBOX_TABS] = {
	[INBOX_NOTIFICATIONS] = "Notifications",
	[INBOX_RECEIVED] = "Introductions",
	[INBOX_SENT] = "Sent requests",
	[INBOX_WAITING] = "Waiting",
	[INBOX_APPROVALS] = "Approvals",
};

static const char *const paths[INBOX_TABS] = {
	[INBOX_NOTIFICATIONS] = "/notifications",
	[INBOX_RECEIVED] = "/intros",
	[INBOX_SENT] = "/intros?direction=sent",
	[INBOX_WAITING] = "/notifications/waiting",
	[INBOX_APPROVALS] = APPROVALS_PAGE,
};

void
inbox_head(struct view *view, enum inbox_tab current, const struct form *action)
{
	struct tab tabs[INBOX_TABS];

	for (enum inbox_tab i = 0; i < INBOX_TABS; i++)
		tabs[i] = (struct tab){labels[i], paths[i], i == current};
	html_put(view->out, "<div class=\"head\"><h1>Inbox</h1>\n");
	if (action != NULL) {
		form_begin(view, action, action->path);
		form_end(view, action);
	}
	html_put(view->out, "</div>\n");
	tabs_put(view, "Inbox", tabs, COUNT_OF(tabs));
}

const json_t *
intro_other(const json_t *intro)
{
	return view_member(intro,
		strcmp(view_text(intro, "direction"), "received") == 0 ? "from" : "to");
}

const char *
intro_state(const json_t *intro)
{
	return json_is_true(view_member(intro, "withdrawn")) ? "withdrawn"
							     : view_text(intro, "status");
}

void
intro_about(struct view *view, const json_t *intro)
{
	const char *kind = view_text(intro, "contextKind");
	const char *title = view_text(intro, "contextTitle");
	const char *id = view_text(intro, "contextId");

	if (title[0] == '\0')
		html_put(view->out,
			strcmp(kind, "post") == 0
				? "An ask that you cannot see any more"
				: "An event that you cannot see any more");
	else
		link_put(view,
			strcmp(kind, "post") == 0 ? path_of_post(view->arena, id)
						  : path_of_event(view->arena, id),
			title);
}

void
intro_address(struct view *view, const json_t *intro)
{
	const char *address = view_text(intro, "email");

	if (address[0] != '\0')
		html_putf(view->out, "<a href=\"mailto:%s\">%s</a>", address, address);
}
