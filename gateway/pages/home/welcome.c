/*
 * welcome.c - a new member's profile, and what to do after it.
 */
#include <string.h>

#include "gateway/pages/home/inside.h"
#include "gateway/web/html.h"
#include "proto/content/posts.h"
#include "proto/identity/avatar.h"
#include "proto/identity/home.h"
#include "proto/identity/identity.h"
#include "proto/identity/members.h"
#include "proto/orgs/orgs.h"

/* ---- the profile ---- */

static const struct choice roles[] = {
	{"founder", "Founder", NULL},
	{"operator", "Operator", NULL},
	{"investor", "Investor", NULL},
	{"idea_person", "Idea person", NULL},
	{"business_owner", "Business owner", NULL},
	{NULL, NULL, NULL},
};

static const struct choice wishes[] = {
	{"cofounder", "A cofounder", NULL},
	{"team", "A team", NULL},
	{"investors", "Investors", NULL},
	{"talent", "Talent", NULL},
	{"advice", "Advice", NULL},
	{"ideas", "Ideas", NULL},
	{NULL, NULL, NULL},
};

static const struct control controls[] = {
	{.name = "handle",
		.kind = CONTROL_LINE,
		.label = "Handle",
		.hint = "The address of your profile. Lower-case letters, digits and "
			"hyphens."},
	{.name = "headline",
		.kind = CONTROL_LINE,
		.label = "Headline",
		.hint = "Who you are, in one line: Engineer who repairs looms"},
	{.name = "roles",
		.kind = CONTROL_CHECKS,
		.label = "What are you?",
		.choices = roles},
	{.name = "lookingFor",
		.kind = CONTROL_CHECKS,
		.label = "What are you looking for?",
		.choices = wishes},
	{.name = "skills",
		.kind = CONTROL_WORDS,
		.label = "Skills",
		.hint = "Separated by commas: Rust, weaving, sales. Members find you by "
			"them."},
	{.name = "location",
		.kind = CONTROL_LINE,
		.label = "Place",
		.hint = "Where you live or work."},
};

static const struct form form_profile = {
	.path = "/welcome",
	.op = &op_me_onboard,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Save the profile",
	.done = "/welcome/next",
	.said = "Other members can find you now.",
};

/* The values of the form: the profile, or the handle alone. */
static const json_t *
profile_of(struct view *view, const json_t *account)
{
	const json_t *profile = view_member(account, "profile");
	json_t *values;

	if (json_is_object(profile))
		return profile;
	values = view_values(view);
	json_object_set_new(values, "handle", json_string(view_text(account, "handle")));
	return values;
}

static void
write_welcome(struct view *view)
{
	const json_t *account = view->answers[0];

	head_put(view,
		arena_printf(view->arena, "Welcome, %s", view_text(account, "name")),
		"Members find you by what you say here. You can leave fields empty, "
		"and change everything later.");
	card_begin(view, NULL);
	form_put(view, &form_profile, profile_of(view, account));
	card_end(view);
	html_put(view->out, "<p><a href=\"/\">Later</a></p>\n");
}

const struct page page_welcome = {
	.path = "/welcome",
	.title = "Welcome",
	.reads = {{.op = &op_me_get}},
	.forms = {&form_profile},
	.write = write_welcome,
	.titled = true,
};

/* ---- what to do next ---- */

/* The order of the reads of the second page. */
enum {
	ME,
	MATCHES,
	ASKS,
	PEOPLE,
	ORGS,
};

#define SHOWN_MAX 3

static const struct control picture_controls[] = {
	{.name = "file",
		.kind = CONTROL_FILE,
		.label = "Picture",
		.hint = "JPEG, PNG, WebP or GIF, at most 8 MB. It is cut to a square."},
};

static const struct form form_picture = {
	.path = "/welcome/picture",
	.op = &op_me_avatar_set,
	.controls = picture_controls,
	.control_count = COUNT_OF(picture_controls),
	.button = "Upload the picture",
	.plain = true,
	.done = "/welcome/next",
	.said = "Your picture is set.",
};

static const struct form form_join = {
	.path = "/welcome/orgs/{slug}/join",
	.op = &op_org_join,
	.button = "Join",
	.done = "/welcome/next",
	.said = "You have joined the organization.",
};

static const struct form form_request = {
	.path = "/welcome/orgs/{slug}/request",
	.op = &op_org_join,
	.button = "Ask to join",
	.done = "/welcome/next",
	.said = "Your request is sent to the owners of the organization.",
};

static void
put_picture(struct view *view, const json_t *account)
{
	card_begin(view, "Add a picture");
	avatar_put(view, view_text(account, "image"), view_text(account, "name"),
		PICTURE_LARGE);
	form_put(view, &form_picture, NULL);
	card_end(view);
}

/* Asks that match; without one the newest. */
static void
put_asks(struct view *view)
{
	const json_t *items = view_member(view->answers[MATCHES], "items");
	const bool match = json_array_size(items) > 0;

	if (!match)
		items = view_member(view->answers[ASKS], "items");
	card_begin(view, match ? "Asks you may help with" : "The newest asks");
	if (json_array_size(items) == 0) {
		html_put(view->out,
			"<p class=\"quiet\">Nobody has asked for anything yet. <a "
			"href=\"/posts/new\">Publish the first ask</a></p>\n");
	} else {
		html_put(view->out, "<ul class=\"plain\">\n");
		for (size_t i = 0; i < json_array_size(items) && i < SHOWN_MAX; i++)
			match_row(view, json_array_get(items, i));
		html_put(view->out, "</ul>\n");
	}
	html_put(view->out, "<p><a href=\"/posts\">All asks</a></p>\n");
	card_end(view);
}

static void
put_person(struct view *view, const json_t *member)
{
	html_put(view->out, "<li>");
	link_member(view, view_text(member, "handle"), view_text(member, "name"));
	row_line(view, view_text(member, "headline"));
	html_put(view->out, "</li>\n");
}

static void
put_people(struct view *view)
{
	const json_t *items = view_member(view->answers[PEOPLE], "items");
	const char *own = view_text(view->answers[ME], "id");
	size_t shown = 0;

	card_begin(view, "New members");
	for (size_t i = 0; i < json_array_size(items) && shown < SHOWN_MAX; i++) {
		const json_t *member = json_array_get(items, i);

		if (strcmp(view_text(member, "userId"), own) == 0)
			continue;
		html_put(view->out, shown == 0 ? "<ul class=\"plain\">\n" : "");
		put_person(view, member);
		shown++;
	}
	if (shown > 0)
		html_put(view->out, "</ul>\n");
	else
		html_put(view->out,
			"<p class=\"quiet\">You are the first one here.</p>\n");
	html_put(view->out, "<p><a href=\"/members\">All members</a></p>\n");
	card_end(view);
}

static void
put_org(struct view *view, const json_t *org)
{
	const char *slug = view_text(org, "slug"), *name = view_text(org, "name");
	const char *policy = view_text(org, "joinPolicy");

	row_begin_with_picture(
		view, view_text(org, "logo"), name, path_of_org(view->arena, slug), name);
	excerpt_put(view, view_text(org, "description"));
	row_actions(view);
	if (strcmp(view_text(org, "joinRequestStatus"), "pending") == 0)
		word_put(view, "requested");
	else if (strcmp(policy, "open") == 0)
		form_button(view, &form_join, slug, name);
	else if (strcmp(policy, "request") == 0)
		form_button(view, &form_request, slug, name);
	row_end(view);
}

static void
write_welcomed(struct view *view)
{
	const json_t *account = view->answers[ME];
	const json_t *orgs = view_member(view->answers[ORGS], "items");

	head_put(view, "What next?", "");
	html_put(view->out, "<div class=\"cards\">\n");
	put_picture(view, account);
	put_asks(view);
	put_people(view);
	html_put(view->out, "</div>\n<h2>Organizations you may join</h2>\n");
	if (json_array_size(orgs) == 0) {
		empty_put(view,
			"There is no organization that you can join. Do you bring people "
			"together?",
			"Apply for a new organization", "/orgs/new");
	} else {
		html_put(view->out, "<ul class=\"rows top\">\n");
		for (size_t i = 0; i < json_array_size(orgs); i++)
			put_org(view, json_array_get(orgs, i));
		html_put(view->out,
			"</ul>\n<p><a href=\"/orgs?scope=listed\">All "
			"organizations</a></p>\n");
	}
	actions_begin(view);
	button_put(view, "Go to the front page", "/", true);
	actions_end(view);
}

const struct page page_welcomed = {
	.path = "/welcome/next",
	.title = "What next?",
	.reads = {[ME] = {.op = &op_me_get},
		[MATCHES] = {.op = &op_me_match_list},
		[ASKS] = {.op = &op_post_list, .also = "limit=3"},
		[PEOPLE] = {.op = &op_member_search, .also = "limit=4"},
		[ORGS] = {.op = &op_org_list, .also = "scope=listed&limit=5"}},
	.forms = {&form_picture, &form_join, &form_request},
	.write = write_welcomed,
	.titled = true,
};
