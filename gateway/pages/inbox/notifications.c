/*
 * notifications.c - the list of notifications.
 *
 * The title of an unread notification is a button: it marks the notification as read and
 * continues at its page. A page that is read changes nothing by itself, because browsers
 * may load it in advance.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/pages/inbox/inside.h"
#include "gateway/web/html.h"
#include "proto/notifications/notifications.h"

static const struct form form_read_all = {
	.path = "/notifications/read",
	.op = &op_notification_read,
	.button = "Mark all as read",
	.done = "/notifications",
	.said = "All notifications are marked as read.",
};

static const struct control open_controls[] = {
	{.name = "ids", .kind = CONTROL_HIDDEN},
};

static const struct form form_open = {
	.path = "/notifications/open",
	.op = &op_notification_read,
	.controls = open_controls,
	.control_count = COUNT_OF(open_controls),
	.button = "Mark as read",
	.returns = true,
	.done = "/notifications",
};

/* The path of the page where the reader can respond; NULL when there is none. */
static const char *
page_of(const json_t *item)
{
	const char *address = view_text(item, "pageUrl");

	return address[0] != '\0' ? address + strlen(config()->base_url.data) : NULL;
}

/* Writes the title as a button that marks the notification as read and opens its page. */
static void
put_opener(struct view *view, const json_t *item, const char *path)
{
	const char *kept = view->next;

	view->next = path;
	form_begin(view, &form_open, form_open.path);
	view->next = kept;
	html_putf(view->out,
		"<input type=\"hidden\" name=\"ids\" value=\"%s\">"
		"<button class=\"link\" type=\"submit\" dir=\"auto\">%s</button>"
		"</form>\n",
		view_text(item, "id"), view_text(item, "title"));
}

static void
put_title(struct view *view, const json_t *item, bool unread)
{
	const char *path = page_of(item);

	html_put(view->out, "<div class=\"what\"><div class=\"name\">");
	if (path == NULL)
		text_put(view, view_text(item, "title"));
	else if (unread)
		put_opener(view, item, path);
	else
		link_put(view, path, view_text(item, "title"));
	html_put(view->out, "</div>\n");
}

static void
put_line(struct view *view, const json_t *item, bool unread)
{
	const json_t *actor = view_member(item, "actor");

	line_begin(view);
	if (unread)
		html_put(view->out, "<span class=\"tag good\">New</span> ");
	ago_put(view, view_text(item, "createdAt"));
	if (json_is_object(actor)) {
		line_dot(view);
		link_member(view, view_text(actor, "handle"), view_text(actor, "name"));
	}
	line_end(view);
}

static void
put_row(struct view *view, const json_t *item)
{
	const bool unread = view_text(item, "readAt")[0] == '\0';
	const char *whose = view_text(item, "actor.name");

	html_put(view->out, unread ? "<li class=\"unread\">" : "<li>");
	if (whose[0] == '\0')
		whose = view_text(item, "subject.title");
	avatar_put(view, view_text(item, "actor.image"),
		whose[0] != '\0' ? whose : view_text(item, "title"), PICTURE_SMALL);
	put_title(view, item, unread);
	put_line(view, item, unread);
	quote_put(view, view_text(item, "detail"));
	row_line(view, view_text(item, "body"));
	if (unread) {
		row_actions(view);
		form_button(view, &form_open, view_text(item, "id"),
			view_text(item, "title"));
	}
	row_end(view);
}

static void
write_notifications(struct view *view)
{
	const bool unread = strcmp(view_query(view, "unread"), "true") == 0;
	const struct list all = {
		.row = put_row,
		.empty = "You have no notifications yet. They tell you about "
			 "introductions, invitations, requests and events.",
		.action = "Find asks that you can help with",
		.path = "/posts",
	};
	const struct list new = {
		.row = put_row,
		.empty = "You have read everything.",
		.action = "Show all notifications",
		.path = "/notifications",
	};

	inbox_head(view, INBOX_NOTIFICATIONS, view->unread > 0 ? &form_read_all : NULL);
	line_begin(view);
	if (unread)
		link_put(view, "/notifications", "Show all");
	else
		link_put(view, "/notifications?unread=true", "Show unread only");
	line_dot(view);
	link_put(view, "/settings/notifications", "Choose your e-mails");
	line_end(view);
	list_put(view, view->answers[0], unread ? &new : &all);
}

const struct page page_notification_list = {
	.path = "/notifications",
	.title = "Inbox",
	.reads = {{.op = &op_notification_list}},
	.forms = {&form_read_all, &form_open},
	.write = write_notifications,
	.titled = true,
};
