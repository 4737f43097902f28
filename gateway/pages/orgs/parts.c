/*
 * parts.c - the head of an organization's pages, and its tabs.
 */
#include <string.h>

#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"

const struct choice org_kinds[] = {
	{"community", "Community", NULL},
	{"club", "Club", NULL},
	{"university_network", "University network", NULL},
	{"accelerator", "Accelerator", NULL},
	{NULL, NULL, NULL},
};

const char *
org_path(struct view *view, const char *page)
{
	return arena_printf(view->arena, "%s%s",
		path_of_org(view->arena, view->captures[0].value.data), page);
}

bool
org_is_member(const json_t *org)
{
	return view_text(org, "role")[0] != '\0';
}

bool
org_is_manager(const json_t *org)
{
	const char *role = view_text(org, "role");

	return strcmp(role, "owner") == 0 || strcmp(role, "admin") == 0;
}

const char *
org_line(struct view *view, const json_t *org)
{
	const char *place = view_text(org, "location");
	const char *count = view_number(view, org, "memberCount");

	return arena_printf(view->arena, "%s%s%s \u00b7 %s %s",
		word_of(view->arena, view_text(org, "kind")),
		place[0] != '\0' ? " \u00b7 " : "", place, count,
		strcmp(count, "1") == 0 ? "member" : "members");
}

/* Writes the cover, or a band of the organization's color. */
static void
put_cover(struct view *view, const json_t *org)
{
	const char *cover = strstr(view_text(org, "coverImage"), "/media/");
	const char *accent = view_text(org, "accent");

	if (cover != NULL)
		html_putf(
			view->out, "<img class=\"cover\" src=\"%s\" alt=\"\">\n", cover);
	else if (accent[0] != '\0')
		html_putf(view->out,
			"<svg class=\"cover band\" aria-hidden=\"true\"><rect "
			"width=\"100%\" height=\"100%\" fill=\"%s\"/></svg>\n",
			accent);
}

void
org_face_put(struct view *view, const json_t *org)
{
	put_cover(view, org);
	head_with_picture(view, view_text(org, "logo"), view_text(org, "name"),
		org_line(view, org));
}

void
org_head_put(struct view *view, enum org_tab current, const char *title)
{
	static const struct {
		const char *label, *page;
	} all[] = {
		[ORG_ABOUT] = {"About", ""},
		[ORG_ASKS] = {"Asks", "/asks"},
		[ORG_EVENTS] = {"Events", "/events"},
		[ORG_MEMBERS] = {"Members", "/members"},
		[ORG_PROJECTS] = {"Projects", "/projects"},
		[ORG_PROGRESS] = {"Progress", "/progress"},
		[ORG_MANAGE] = {"Manage", "/requests"},
	};
	const json_t *org = view->answers[ORG];
	struct tab tabs[COUNT_OF(all)];
	size_t count = 0;

	org_face_put(view, org);
	if (title != NULL)
		view->title = arena_printf(
			view->arena, "%s \u00b7 %s", title, view_text(org, "name"));
	for (size_t i = 0; i < COUNT_OF(all); i++) {
		if ((i >= ORG_MEMBERS && !org_is_member(org)) ||
			(i == ORG_MANAGE && !org_is_manager(org)))
			continue;
		tabs[count++] = (struct tab){
			all[i].label, org_path(view, all[i].page), i == current};
	}
	tabs_put(view, "Organization", tabs, count);
}

bool
org_manage_put(struct view *view, enum manage_tab current, const char *title)
{
	static const struct {
		const char *label, *page;
	} all[] = {
		[MANAGE_REQUESTS] = {"Join requests", "/requests"},
		[MANAGE_INVITATIONS] = {"Invitations", "/invitations"},
		[MANAGE_AFFILIATIONS] = {"Affiliations", "/affiliations"},
		[MANAGE_APPEARANCE] = {"Appearance", "/appearance"},
		[MANAGE_SETTINGS] = {"Settings", "/settings"},
	};
	struct tab tabs[COUNT_OF(all)];

	org_head_put(view, ORG_MANAGE, title);
	if (!org_is_manager(view->answers[ORG])) {
		empty_put(view, "Only owners and admins manage an organization.",
			"Back to the organization", org_path(view, ""));
		return false;
	}
	for (size_t i = 0; i < COUNT_OF(all); i++)
		tabs[i] = (struct tab){
			all[i].label, org_path(view, all[i].page), i == current};
	tabs_put(view, "Manage", tabs, COUNT_OF(all));
	return true;
}

void
org_row_form(
	struct view *view, const struct form *form, const char *id, const json_t *values)
{
	const char *name = strrchr(form->path, '{') + 1;
	const struct http_parameter places[] = {view->captures[0],
		{arena_text(
			 view->arena, arena_copy(view->arena, name, strcspn(name, "}"))),
			arena_text(view->arena, id)}};

	form_begin(
		view, form, page_path(view->arena, form->path, places, COUNT_OF(places)));
	form_controls(view, form, values);
	form_end(view, form);
}
