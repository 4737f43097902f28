/*
 * new_event.c - a new event, changes of one, and a copy with a new start.
 */
#include "gateway/pages/events/inside.h"
#include "gateway/web/html.h"
#include "proto/events/events.h"
#include "proto/orgs/orgs.h"

static const struct choice how[] = {
	{"in_person", "In person", NULL},
	{"virtual", "Online", NULL},
	{"hybrid", "In person and online", NULL},
	{NULL, NULL, NULL},
};

static const struct choice scopes[] = {
	{"public", "Every active member", NULL},
	{"org_members", "Members of the host organization", NULL},
	{NULL, NULL, NULL},
};

/* The last of them is for events of an organization. */
#define EVENT_CONTROLS \
	{.name = "title", .kind = CONTROL_LINE, .label = "Title"}, \
		{.name = "startsAt", \
			.kind = CONTROL_WHEN, \
			.label = "Starts", \
			.zone = "timezone"}, \
		{.name = "endsAt", \
			.kind = CONTROL_WHEN, \
			.label = "Ends", \
			.zone = "timezone"}, \
		{.name = "timezone", \
			.kind = CONTROL_ZONE, \
			.label = "Time zone", \
			.hint = "Of the place, such as Europe/London. The times above " \
				"are in this zone."}, \
		{.name = "locationKind", \
			.kind = CONTROL_CHOICE, \
			.label = "Takes place", \
			.choices = how}, \
		{.name = "location", \
			.kind = CONTROL_LINE, \
			.label = "Place", \
			.hint = "The address or the name of the place."}, \
		{.name = "joinUrl", \
			.kind = CONTROL_LINE, \
			.label = "Address for joining online", \
			.hint = "Only those who are going see it."}, \
		{.name = "capacity", \
			.kind = CONTROL_LINE, \
			.label = "Number of places", \
			.hint = "When all are taken, others join a waiting list. " \
				"Leave it empty for as many as like to come."}, \
		{.name = "description", \
			.kind = CONTROL_AREA, \
			.label = "About the event", \
			.rows = 8}, \
	{ \
		.name = "scope", .kind = CONTROL_CHOICE, .label = "Visible to", \
		.choices = scopes, \
		.hint = "If every member sees it and its host is public, strangers and " \
			"search engines see it, too." \
	}

/* ---- a new event ---- */

/* The member, and the organizations in which the member may create events. */
static const struct choice *
offer_hosts(const struct view *view)
{
	const json_t *items = view_member(view->answers[0], "items");
	const size_t count = json_array_size(items);
	struct choice *list = arena_array(view->arena, count + 2, sizeof(*list));
	size_t at = 1;

	list[0] = (struct choice){"", "You", NULL};
	for (size_t i = 0; i < count; i++) {
		const json_t *org = json_array_get(items, i);

		if (strcmp(view_text(org, "role"), "member") != 0)
			list[at++] = (struct choice){
				view_text(org, "slug"), view_text(org, "name"), NULL};
	}
	return list;
}

static const struct control controls[] = {
	{.name = "orgSlug",
		.kind = CONTROL_CHOICE,
		.label = "Host",
		.offer = offer_hosts},
	EVENT_CONTROLS,
};

/* Shows the new draft. */
static void
finish(struct view *view)
{
	view->location = path_of_event(view->arena, view_text(view->answer, "id"));
}

static const struct form form_new = {
	.path = "/events/new",
	.op = &op_event_create,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Save the draft",
	.finish = finish,
};

/* The host of the query, and the time zone of the member's latest event. */
static const json_t *
first_values(struct view *view)
{
	const json_t *latest = json_array_get(view_member(view->answers[1], "items"), 0);
	json_t *values = view_values(view);

	json_object_set_new(values, "orgSlug", json_string(view_query(view, "org")));
	json_object_set_new(
		values, "timezone", json_string(view_text(latest, "timezone")));
	return values;
}

/* Without an organization there is neither a host nor an audience to choose. */
static void
put_form(struct view *view, const struct form *form, const json_t *values, bool of_org)
{
	form_begin(view, form,
		page_path(view->arena, form->path, view->captures, view->capture_count));
	for (size_t i = 0; i < form->control_count; i++) {
		const char *name = form->controls[i].name;

		if (of_org ||
			(strcmp(name, "orgSlug") != 0 && strcmp(name, "scope") != 0))
			form_control(view, form, &form->controls[i], values);
	}
	form_end(view, form);
}

static void
write_new(struct view *view)
{
	html_put(view->out,
		"<p class=\"lead\">Save a draft first. Other members see the event "
		"when you publish it. If its host is public, everybody does.</p>\n");
	card_begin(view, NULL);
	put_form(view, &form_new, first_values(view), offer_hosts(view)[1].value != NULL);
	card_end(view);
}

const struct page page_new_event = {
	.path = "/events/new",
	.title = "New event",
	.reads = {{.op = &op_org_list, .also = "limit=100", .apart = true},
		{.op = &op_event_list, .also = "mine=true&limit=1", .apart = true}},
	.forms = {&form_new},
	.write = write_new,
};

/* ---- changes ---- */

static const struct control edit_controls[] = {EVENT_CONTROLS};

static const struct form form_edit = {
	.path = "/events/{id}/edit",
	.op = &op_event_update,
	.controls = edit_controls,
	.control_count = COUNT_OF(edit_controls),
	.button = "Save the event",
	.done = "/events/{id}",
	.said = "The event is changed.",
};

/* Writes the heading; false when the visitor may not change the event. */
static bool
begin_changes(struct view *view, const json_t *event, const char *heading)
{
	head_put(view,
		arena_printf(view->arena, "%s \u201c%s\u201d", heading,
			view_text(event, "title")),
		"");
	if (json_is_true(view_member(event, "canManage")))
		return true;
	empty_put(view, "Only those who manage the event can do this.", "See the event",
		event_path(view, event, ""));
	return false;
}

static void
put_way_back(struct view *view, const json_t *event)
{
	html_putf(view->out, "<p><a href=\"%s\">Back to the event</a></p>\n",
		event_path(view, event, ""));
}

static void
write_edit(struct view *view)
{
	const json_t *event = view->answers[0];
	const bool of_org = view_text(event, "hostOrgName")[0] != '\0' ||
		event_is(event, "scope", "org_members");
	if (!begin_changes(view, event, "Edit"))
		return;
	if (event_is(event, "status", "cancelled")) {
		empty_put(view, "A cancelled event cannot be edited. Duplicate it.",
			"Duplicate the event", event_path(view, event, "/copy"));
		return;
	}
	if (event_is(event, "status", "published"))
		html_put(view->out,
			"<p class=\"lead\">Members who are going are told of a new time "
			"or place.</p>\n");
	card_begin(view, NULL);
	put_form(view, &form_edit, event, of_org);
	put_way_back(view, event);
	card_end(view);
}

const struct page page_edit_event = {
	.path = "/events/{id}/edit",
	.title = "Edit the event",
	.reads = {{.op = &op_event_get}},
	.forms = {&form_edit},
	.write = write_edit,
	.titled = true,
};

/* ---- a copy ---- */

static const struct control copy_controls[] = {
	{.name = "startsAt",
		.kind = CONTROL_WHEN,
		.label = "Starts",
		.zone = "timezone",
		.hint = "The new event lasts as long as this one."},
	{.name = "timezone", .kind = CONTROL_ZONE, .label = "Time zone"},
};

static const struct form form_copy = {
	.path = "/events/{id}/copy",
	.op = &op_event_copy,
	.controls = copy_controls,
	.control_count = COUNT_OF(copy_controls),
	.button = "Make a draft",
	.finish = finish,
};

static void
write_copy(struct view *view)
{
	const json_t *event = view->answers[0];
	json_t *values = view_values(view);

	if (!begin_changes(view, event, "Duplicate"))
		return;
	json_object_set_new(values, "startsAt", json_string(event_again(view, event)));
	json_object_set_new(
		values, "timezone", json_string(view_text(event, "timezone")));
	html_put(view->out,
		"<p class=\"lead\">The draft has the title, the text, the place and "
		"the number of places of this event, without its guests and its "
		"cover.</p>\n");
	card_begin(view, NULL);
	form_put(view, &form_copy, values);
	put_way_back(view, event);
	card_end(view);
}

const struct page page_copy_event = {
	.path = "/events/{id}/copy",
	.title = "Duplicate the event",
	.reads = {{.op = &op_event_get}},
	.forms = {&form_copy},
	.write = write_copy,
	.titled = true,
};
