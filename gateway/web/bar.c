/*
 * bar.c - the bar of every page: sections, search, the count of unread notifications, and
 * a menu.
 *
 * The bar shows the sections whose page is in the table. On a phone, those with .wide are
 * in the menu only. The menu is a <details> and needs no script.
 */
#include <string.h>

#include "gateway/auth/auth.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"

static const struct section sections[] = {
	{.path = "/", .label = "Home"},
	{.path = "/posts", .label = "Asks"},
	{.path = "/members", .label = "People"},
	{.path = "/orgs", .label = "Organizations", .wide = true},
	{.path = "/events", .label = "Events", .wide = true},
	{.path = "/projects", .label = "Projects", .wide = true},
	{.path = INBOX, .label = "Inbox"},
};

/* Sections that are in the menu, or nowhere. */
static const struct section menu_sections[] = {
	{.path = "/me", .label = "Your profile"},
	{.path = "/settings", .label = "Settings"},
	{.path = "/admin", .label = "Admin", .admin = true},
	{.path = "/docs", .label = "Docs"},
};

/* Other paths of a section. */
static const struct alias {
	const char *path, *section;
} aliases[] = {
	{"/intros", INBOX},
	{"/progress", "/projects"},
	{"/project-affiliations", "/projects"},
};

bool
bar_same_section(const char *path, const char *other)
{
	const size_t size = strcspn(path + 1, "/");

	return size == strcspn(other + 1, "/") && strncmp(path + 1, other + 1, size) == 0;
}

static const struct section *
find(const char *path, const struct section *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bar_same_section(path, list[i].path))
			return &list[i];
	}
	return NULL;
}

const struct section *
bar_section(const char *path)
{
	const struct section *found;

	for (size_t i = 0; i < COUNT_OF(aliases); i++) {
		if (bar_same_section(path, aliases[i].path))
			path = aliases[i].section;
	}
	found = find(path, sections, COUNT_OF(sections));
	return found != NULL ? found : find(path, menu_sections, COUNT_OF(menu_sections));
}

bool
bar_has(const char *path)
{
	for (size_t i = 0; i < page_count; i++) {
		if (strcmp(pages[i]->path, path) == 0)
			return true;
	}
	return strcmp(path, "/docs") == 0;
}

static void
put_link(struct view *view, const char *path, const char *label, const char *class)
{
	const struct section *here = bar_section(view->page->path);

	html_putf(view->out,
		here != NULL && strcmp(here->path, path) == 0
			? "<a class=\"%s\" href=\"%s\" aria-current=\"true\">%s"
			: "<a class=\"%s\" href=\"%s\">%s",
		class, path, label);
	if (strcmp(path, INBOX) == 0 && view->unread > 0)
		html_putf(view->out,
			" <span class=\"count\">%s<span class=\"unseen\"> unread</span>"
			"</span>",
			view->unread > UNREAD_SHOWN_MAX
				? "99+"
				: arena_printf(
					  view->arena, "%lld", (long long)view->unread));
	html_put(view->out, "</a>\n");
}

/* Writes the form for signing out, which every page has. */
static void
put_sign_out(struct view *view)
{
	const struct form *form = page_form_of("session_sign_out");

	if (form == NULL)
		return;
	form_begin(view, form, form->path);
	form_end(view, form);
}

static void
put_search(struct view *view)
{
	if (!bar_has(SEARCH))
		return;
	html_putf(view->out,
		"<form class=\"search\" role=\"search\" action=\"" SEARCH
		"\"><input type=\"search\" name=\"query\" aria-label=\"Search\" "
		"placeholder=\"Search\" maxlength=\"120\" required "
		"value=\"%s\"></form>\n",
		strcmp(view->page->path, SEARCH) == 0 ? view_query(view, "query") : "");
}

static void
put_menu(struct view *view)
{
	html_put(
		view->out, "<details class=\"menu-more\"><summary>More</summary><div>\n");
	for (size_t i = 0; i < COUNT_OF(sections); i++) {
		if (sections[i].wide && bar_has(sections[i].path))
			put_link(view, sections[i].path, sections[i].label, "phone");
	}
	for (size_t i = 0; i < COUNT_OF(menu_sections); i++) {
		if (bar_has(menu_sections[i].path) &&
			(!menu_sections[i].admin || view->principal->admin))
			put_link(view, menu_sections[i].path, menu_sections[i].label, "");
	}
	put_sign_out(view);
	html_put(view->out, "</div></details>\n");
}

static void
put_stranger(struct view *view)
{
	html_put(view->out, "<nav aria-label=\"Site\">\n");
	put_link(view, "/docs", "Docs", "");
	put_link(view, "/sign-in", "Sign in", "");
	put_link(view, "/sign-up", "Sign up", "");
	html_put(view->out, "</nav>\n");
}

void
bar_put(struct view *view)
{
	const bool active = view->principal->membership == MEMBERSHIP_ACTIVE;

	if (view->principal->membership == MEMBERSHIP_NONE) {
		put_stranger(view);
		return;
	}
	if (active)
		put_search(view);
	html_put(view->out, "<nav aria-label=\"Site\">\n");
	for (size_t i = 0; i < COUNT_OF(sections); i++) {
		if (bar_has(sections[i].path) && (active || i == 0))
			put_link(view, sections[i].path, sections[i].label,
				sections[i].wide ? "wide" : "");
	}
	put_menu(view);
	html_put(view->out, "</nav>\n");
}
