/*
 * org.c - an organization: what it is about, joining and leaving it. Strangers see public
 * organizations.
 */
#include <string.h>

#include "gateway/pages/asks/asks.h"
#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/content/posts.h"
#include "proto/events/events.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads, after ORG. */
enum {
	EVENTS = ORG + 1,
	ASKS,
	REQUESTS,
	PUBLIC,
};

/* ---- joining and leaving ---- */

static const struct control ask_controls[] = {
	{.name = "message",
		.kind = CONTROL_AREA,
		.label = "Message to its owners and admins",
		.hint = "Who you are, and why you would like to join."},
};

static const struct form form_ask = {
	.path = "/orgs/{slug}/ask",
	.op = &op_org_join,
	.controls = ask_controls,
	.control_count = COUNT_OF(ask_controls),
	.button = "Ask to join",
	.done = "/orgs/{slug}",
	.said = "Your request is sent. The owners and admins decide, and you get a "
		"notification.",
};

/* Without a notice: the page shows the new role. */
static const struct form form_join = {
	.path = "/orgs/{slug}/join",
	.op = &op_org_join,
	.button = "Join",
	.done = "/orgs/{slug}",
};

static const struct form form_withdraw = {
	.path = "/orgs/{slug}/withdraw",
	.op = &op_org_join_request_withdraw,
	.button = "Withdraw the request",
	.plain = true,
	.done = "/orgs/{slug}",
	.said = "Your request is withdrawn.",
};

static const struct form form_leave = {
	.path = "/orgs/{slug}/leave",
	.op = &op_org_leave,
	.button = "Leave the organization",
	.danger = true,
	.done = "/orgs",
	.said = "You have left the organization.",
};

/* How a visitor who is not a member can join. */
static void
put_joining(struct view *view, const json_t *org)
{
	const char *policy = view_text(org, "joinPolicy");
	const char *request = view_text(org, "joinRequestStatus");

	if (strcmp(request, "pending") == 0) {
		note_put(view, "warn",
			"You have asked to join. The owners and admins decide.");
		form_put(view, &form_withdraw, NULL);
	} else if (strcmp(policy, "open") == 0) {
		form_put(view, &form_join, NULL);
	} else if (strcmp(policy, "request") == 0) {
		if (strcmp(request, "declined") == 0)
			note_put(view, "",
				"Your last request was declined. You can ask again.");
		card_begin(view, "Join");
		form_put(view, &form_ask, NULL);
		card_end(view);
	} else {
		note_put(view, "",
			"Members join by invitation only. An owner or admin can invite "
			"you by your e-mail address.");
	}
}

/* ---- for members ---- */

static const char *
with_requests(const struct view *view)
{
	return org_is_manager(view->answers[ORG]) ? "status=pending&limit=1" : NULL;
}

static void
put_waiting(struct view *view)
{
	const json_t *items = view_member(view->answers[REQUESTS], "items");

	if (json_array_size(items) > 0)
		html_putf(view->out,
			"<div class=\"notice warn\"><p>Members ask to join. <a "
			"href=\"%s\">Answer them</a></p></div>\n",
			org_path(view, "/requests"));
}

static void
put_facts(struct view *view, const json_t *org)
{
	const char *policy = view_text(org, "joinPolicy");

	facts_begin(view);
	fact_word(view, "Your role", view_text(org, "role"));
	fact_put(view, "Joining",
		strcmp(policy, "open") == 0              ? "Open to every member"
			: strcmp(policy, "request") == 0 ? "Owners and admins decide"
							 : "By invitation only");
	fact_put(view, "Place", view_text(org, "location"));
	fact_address(view, "Website", view_text(org, "website"));
	if (strcmp(view_text(org, "visibility"), "unlisted") == 0)
		fact_put(view, "Visibility", "Unlisted: found by its address only");
	fact_begin(view, "Since");
	day_put(view, view_text(org, "createdAt"));
	fact_end(view);
	facts_end(view);
}

/* The first items of a list, and where the others are; nothing without items. */
static void
put_some(struct view *view, const char *heading, size_t read,
	void (*row)(struct view *view, const json_t *item), const char *page)
{
	const json_t *items = view_member(view->answers[read], "items");

	if (json_array_size(items) == 0)
		return;
	html_putf(view->out, "<h2>%s</h2>\n<ul class=\"rows top\">\n", heading);
	for (size_t i = 0; i < json_array_size(items); i++)
		row(view, json_array_get(items, i));
	html_putf(view->out, "</ul>\n<p><a href=\"%s\">All %s</a></p>\n",
		org_path(view, page), page + 1);
}

/* What the owner of a new organization does first. */
static void
put_first_steps(struct view *view, const json_t *org)
{
	const char *asks =
		path_with_query(view->arena, "/posts/new", "org", view_text(org, "slug"));

	if (!org_is_manager(org) ||
		json_integer_value(view_member(org, "memberCount")) > 1)
		return;
	card_begin(view, "First steps");
	html_putf(view->out,
		"<p>You are the only member so far. <a href=\"%s\">Invite the "
		"others</a>, <a href=\"%s\">add a logo</a>, and <a "
		"href=\"%s\">publish the first ask</a>.</p>\n",
		org_path(view, "/invitations"), org_path(view, "/appearance"), asks);
	card_end(view);
}

static void
put_for_member(struct view *view, const json_t *org)
{
	org_head_put(view, ORG_ABOUT, NULL);
	put_first_steps(view, org);
	put_waiting(view);
	if (!org_is_member(org))
		put_joining(view, org);
	written_put(view, view_text(org, "description"));
	put_facts(view, org);
	put_some(view, "Next events", EVENTS, org_event_row, "/events");
	put_some(view, "Latest asks", ASKS, ask_row, "/asks");
	if (org_is_member(org))
		confirm_put(view, &form_leave,
			"You no longer see what is published to this organization only. "
			"To come back, you join again.");
}

/* ---- for strangers ---- */

static const char *
with_public(const struct view *view)
{
	return view->principal->membership == MEMBERSHIP_ACTIVE ? NULL : "";
}

/* Where a stranger goes on. */
static void
put_sign_up(struct view *view)
{
	const char *path = org_path(view, "");

	actions_begin(view);
	button_put(view, "Create an account",
		path_with_query(view->arena, "/sign-up", "next", path), true);
	button_put(view, "Sign in",
		path_with_query(view->arena, "/sign-in", "next", path), false);
	actions_end(view);
}

static void
put_for_stranger(struct view *view, const json_t *org)
{
	const bool account = view->principal->membership != MEMBERSHIP_NONE;
	struct preview *preview;

	if (org == NULL) {
		head_put(view, "Organization", "Only members can read this page.");
		if (!account)
			put_sign_up(view);
		return;
	}
	preview = arena_alloc(view->arena, sizeof(*preview));
	*preview = (struct preview){"website", view_text(org, "description"),
		view_text(org,
			view_text(org, "coverImage")[0] != '\0' ? "coverImage" : "logo")};
	view->preview = preview;
	org_face_put(view, org);
	written_put(view, view_text(org, "description"));
	facts_begin(view);
	fact_address(view, "Website", view_text(org, "website"));
	facts_end(view);
	if (account) {
		note_put(view, "",
			"When your account is approved, you see its asks, events and "
			"members here.");
		return;
	}
	card_begin(view, "Join in");
	html_put(view->out,
		"<p>With an account you see its asks and events, and can join.</p>\n");
	put_sign_up(view);
	card_end(view);
}

/* ---- the page ---- */

static void
write_org(struct view *view)
{
	if (view->answers[ORG] != NULL)
		put_for_member(view, view->answers[ORG]);
	else
		put_for_stranger(view, view->answers[PUBLIC]);
}

const struct page page_org = {
	.path = "/orgs/{slug}",
	.title = "Organization",
	.reads = {[ORG] = ORG_READ,
		[EVENTS] = {.op = &op_org_event_list,
			.also = "limit=3&order=soonest",
			.apart = true},
		[ASKS] = {.op = &op_org_post_list, .also = "limit=3", .apart = true},
		[REQUESTS] = {.op = &op_org_join_request_list,
			.with = with_requests,
			.apart = true,
			.optional = true},
		[PUBLIC] = {.op = &op_org_public_get,
			.with = with_public,
			.apart = true,
			.optional = true}},
	.forms = {&form_ask, &form_join, &form_withdraw, &form_leave},
	.write = write_org,
	.open = true,
	.titled = true,
};
