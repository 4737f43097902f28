/*
 * parts.c - parts that several pages of events have.
 */
#include "gateway/pages/events/inside.h"

const char *
event_how(const json_t *event)
{
	if (event_is(event, "locationKind", "virtual"))
		return "Online";
	return event_is(event, "locationKind", "hybrid") ? "In person and online"
							 : "In person";
}

const char *
event_path(struct view *view, const json_t *event, const char *below)
{
	return arena_printf(view->arena, "%s%s",
		path_of_event(view->arena, view_text(event, "id")), below);
}

void
event_put_host(struct view *view, const json_t *event)
{
	const char *org = view_text(event, "hostOrgName");

	if (org[0] != '\0')
		link_org(view, view_text(event, "hostOrgSlug"), org);
	else
		link_member(view, view_text(event, "hostHandle"),
			view_text(event, "hostName"));
}
