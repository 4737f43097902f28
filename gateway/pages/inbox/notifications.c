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

/* Writes a name that a text contains, if it is at this place. Returns its size. */
static size_t
put_name(struct view *view, const char *text, const char *name)
{
	const size_t size = strlen(name);

	if (size == 0 || strncmp(text, name, size) != 0)
		return 0;
	text_put(view, name);
	return size;
}

/* Writes the title or the body. The words of the instance are from left to right, and the
 * names in them have the direction of their own letters. */
static void
put_words(struct view *view, const json_t *item, const char *text)
{
	const char *names[] = {
		view_text(item, "subject.title"), view_text(item, "actor.name")};

	while (*text != '\0') {
		size_t size = 0;

		for (size_t i = 0; i < COUNT_OF(names) && size == 0; i++)
			size = put_name(view, text, names[i]);
		if (size == 0) {
			size = text[0] == ' ' ? 1 : strcspn(text, " ");
			html_putf(view->out, "%s",
				arena_printf(view->arena, "%.*s", (int)size, text));
		}
		text += size;
	}
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
		"<button class=\"link\" type=\"submit\">",
		view_text(item, "id"));
	put_words(view, item, view_text(item, "title"));
	html_put(view->out, "</button></form>\n");
}

static void
put_title(struct view *view, const json_t *item, bool unread)
{
	const char *path = page_of(item);

	html_put(view->out, "<div class=\"what\"><div class=\"name\">");
	if (path != NULL && unread) {
		put_opener(view, item, path);
	} else {
		if (path != NULL)
			html_putf(view->out, "<a href=\"%s\">", path);
		put_words(view, item, view_text(item, "title"));
		html_put(view->out, path != NULL ? "</a>" : "");
	}
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
	html_put(view->out, "<p class=\"quiet\">");
	put_words(view, item, view_text(item, "body"));
	html_put(view->out, "</p>\n");
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
