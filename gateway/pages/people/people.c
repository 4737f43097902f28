/*
 * people.c - the list of members, with its search.
 */
#include <string.h>
#include <strings.h>

#include "gateway/components/offers.h"
#include "gateway/components/save_search.h"
#include "gateway/pages/people/inside.h"
#include "gateway/web/html.h"
#include "proto/identity/members.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads. */
enum {
	MEMBERS,
	MY_ORGS,
};

const struct choice person_roles[] = {
	{"founder", "Founder", NULL},
	{"operator", "Operator", NULL},
	{"investor", "Investor", NULL},
	{"idea_person", "Idea person", NULL},
	{"business_owner", "Business owner", NULL},
	{NULL, NULL, NULL},
};

const struct choice person_wishes[] = {
	{"cofounder", "A cofounder", NULL},
	{"team", "A team", NULL},
	{"investors", "Investors", NULL},
	{"talent", "Talent", NULL},
	{"advice", "Advice", NULL},
	{"ideas", "Ideas", NULL},
	{NULL, NULL, NULL},
};

const char *
person_word(const struct choice *choices, const char *value)
{
	for (; choices->value != NULL; choices++) {
		if (strcmp(choices->value, value) == 0)
			return choices->label;
	}
	return value;
}

/* ---- filters ---- */

/* The same choices behind one without a value. */
static const struct choice *
or_any(const struct view *view, const struct choice *choices, size_t count)
{
	struct choice *list = arena_array(view->arena, count + 2, sizeof(*list));

	list[0] = (struct choice){"", "Any", NULL};
	memcpy(list + 1, choices, count * sizeof(*choices));
	return list;
}

static const struct choice *
offer_roles(const struct view *view)
{
	return or_any(view, person_roles, PERSON_ROLE_COUNT);
}

static const struct choice *
offer_wishes(const struct view *view)
{
	return or_any(view, person_wishes, PERSON_WISH_COUNT);
}

static const struct control filters[] = {
	{.name = "q", .kind = CONTROL_LINE, .label = "Words"},
	{.name = "roles", .kind = CONTROL_CHOICE, .label = "Role", .offer = offer_roles},
	{.name = "lookingFor",
		.kind = CONTROL_CHOICE,
		.label = "Looking for",
		.offer = offer_wishes},
	{.name = "skills", .kind = CONTROL_LINE, .label = "Skill"},
	{.name = "affiliation", .kind = CONTROL_LINE, .label = "Affiliation"},
	{.name = "location", .kind = CONTROL_LINE, .label = "Place"},
	{.name = "org",
		.kind = CONTROL_CHOICE,
		.label = "Organization",
		.offer = offer_orgs_or_all},
};

#define FILTERS_SHOWN 2 /* words and role */

/* Whether the list is restricted. */
static bool
is_filtered(const struct view *view)
{
	for (size_t i = 0; i < COUNT_OF(filters); i++) {
		if (view_query(view, filters[i].name)[0] != '\0')
			return true;
	}
	return false;
}

/* ---- the list ---- */

static const struct choice as_written[] = {{NULL, NULL, NULL}};

/* The fields of a profile whose words match. */
static const struct choice field_words[] = {
	{"lookingFor", "what they look for", NULL},
	{"location", "place", NULL},
	{NULL, NULL, NULL},
};

/* Writes the items of a list after a label: "Looks for a cofounder, ideas". */
static void
put_words(struct view *view, const char *label, const json_t *items,
	const struct choice *choices)
{
	for (size_t i = 0; i < json_array_size(items); i++) {
		html_put(view->out, i == 0 ? label : ", ");
		html_putf(view->out, "<bdi>%s</bdi>",
			person_word(
				choices, json_string_value(json_array_get(items, i))));
	}
}

static void
put_about(struct view *view, const json_t *member)
{
	const json_t *roles = view_member(member, "roles");
	const char *const facts[] = {
		view_text(member, "affiliation"), view_text(member, "location")};
	bool any = json_array_size(roles) > 0;

	if (!any && facts[0][0] == '\0' && facts[1][0] == '\0')
		return;
	line_begin(view);
	put_words(view, "", roles, person_roles);
	for (size_t i = 0; i < COUNT_OF(facts); i++) {
		if (facts[i][0] == '\0')
			continue;
		if (any)
			line_dot(view);
		text_put(view, facts[i]);
		any = true;
	}
	line_end(view);
}

/* Why a member is in a filtered list: "Matches: founder, headline, bio". */
struct reasons {
	struct view *view;
	size_t count;
};

static void
put_reason(struct reasons *reasons, const char *words, const char *value)
{
	struct buffer *out = reasons->view->out;

	html_put(out, reasons->count++ == 0 ? "<p class=\"why\">Matches: " : ", ");
	html_putf(out, words, value);
}

/* The values of a list that the query asks for. */
static void
put_wanted(struct reasons *reasons, const json_t *member, const char *name,
	const char *words, const struct choice *choices)
{
	const json_t *items = view_member(member, name);
	const struct pairs *query = &reasons->view->query;

	for (size_t i = 0; i < json_array_size(items); i++) {
		const char *value = json_string_value(json_array_get(items, i));

		for (size_t j = 0; j < query->count; j++) {
			if (strcmp(query->list[j].name.data, name) == 0 &&
				strcasecmp(query->list[j].value.data, value) == 0)
				put_reason(reasons, words, person_word(choices, value));
		}
	}
}

static void
put_reasons(struct view *view, const json_t *member)
{
	const json_t *fields = view_member(member, "reasons");
	struct reasons reasons = {.view = view};

	put_wanted(&reasons, member, "roles", "%s", person_roles);
	put_wanted(&reasons, member, "lookingFor", "looks for: %s", person_wishes);
	put_wanted(&reasons, member, "skills", "<bdi>%s</bdi>", as_written);
	if (view_query(view, "affiliation")[0] != '\0')
		put_reason(
			&reasons, "at <bdi>%s</bdi>", view_text(member, "affiliation"));
	if (view_query(view, "location")[0] != '\0')
		put_reason(&reasons, "in <bdi>%s</bdi>", view_text(member, "location"));
	for (size_t i = 0; i < json_array_size(fields); i++)
		put_reason(&reasons, i == 0 ? "words in %s" : "%s",
			person_word(field_words,
				json_string_value(json_array_get(fields, i))));
	if (reasons.count > 0)
		html_put(view->out, "</p>\n");
}

static void
put_row(struct view *view, const json_t *member)
{
	row_begin_with_picture(view, view_text(member, "image"),
		view_text(member, "name"),
		path_of_member(view->arena, view_text(member, "handle")),
		view_text(member, "name"));
	if (view_text(member, "headline")[0] != '\0')
		html_putf(view->out, "<p dir=\"auto\">%s</p>\n",
			view_text(member, "headline"));
	put_about(view, member);
	if (is_filtered(view))
		put_reasons(view, member);
	row_end(view);
}

static void
write_members(struct view *view)
{
	const struct chip chips[] = {
		{"q", "Words", NULL},
		{"roles", "Role", person_roles},
		{"lookingFor", "Looking for", person_wishes},
		{"skills", "Skill", NULL},
		{"affiliation", "Affiliation", NULL},
		{"location", "Place", NULL},
		{"org", "Organization", offer_orgs_or_all(view)},
	};
	const struct list everybody = {
		.row = put_row,
		.empty = "Nobody has filled in a profile yet. Be the first.",
		.action = "Fill in your profile",
		.path = "/me",
	};
	const struct list found = {
		.row = put_row,
		.empty = "Nobody matches all of this. Remove a filter, or use fewer "
			 "words.",
		.action = "Show everybody",
		.path = "/members",
	};

	head_with_action(view, "People", "Your profile", "/me");
	form_filters_folded(
		view, &op_member_search, filters, COUNT_OF(filters), FILTERS_SHOWN);
	chips_put(view, chips, COUNT_OF(chips));
	if (view_query(view, "affiliation")[0] == '\0' &&
		view_query(view, "location")[0] == '\0')
		save_search_put(view, "members");
	list_put(view, view->answers[MEMBERS], is_filtered(view) ? &found : &everybody);
}

const struct page page_members = {
	.path = "/members",
	.title = "People",
	.reads = {[MEMBERS] = {.op = &op_member_search},
		[MY_ORGS] = {.op = &op_org_list, .also = "limit=100", .apart = true}},
	.write = write_members,
	.titled = true,
};
