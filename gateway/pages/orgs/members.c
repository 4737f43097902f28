/*
 * members.c - the members of an organization, and their roles.
 */
#include <string.h>

#include "common/base/id.h"
#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"

#define MEMBERS (ORG + 1)

static bool
is_owner(const json_t *record)
{
	return strcmp(view_text(record, "role"), "owner") == 0;
}

/* Admins cannot make owners. */
static const struct choice *
offer_roles(const struct view *view)
{
	static const struct choice roles[] = {
		{"owner", "Owner: everything, also other owners", NULL},
		{"admin", "Admin: manages the organization and its members", NULL},
		{"member", "Member", NULL},
		{NULL, NULL, NULL},
	};

	return is_owner(view->answers[ORG]) ? roles : roles + 1;
}

static const struct control role_controls[] = {
	{.name = "role", .kind = CONTROL_CHOICE, .label = "Role", .offer = offer_roles},
};

static const struct form form_role = {
	.path = "/orgs/{slug}/members/{userId}/role",
	.op = &op_org_member_set_role,
	.controls = role_controls,
	.control_count = COUNT_OF(role_controls),
	.button = "Change the role",
	.plain = true,
	.done = "/orgs/{slug}/members",
	.said = "The role is changed, and the member is notified.",
};

static const struct form form_remove = {
	.path = "/orgs/{slug}/members/{userId}/remove",
	.op = &op_org_member_remove,
	.button = "Remove from the organization",
	.danger = true,
	.done = "/orgs/{slug}/members",
	.said = "The member is removed.",
};

/* Writes what a manager can change about a member. */
static void
put_changes(struct view *view, const json_t *member)
{
	const char *id = view_text(member, "userId");

	form_fold_begin(view, &form_role, "Manage", id, view_text(member, "name"));
	org_row_form(view, &form_role, id, member);
	if (!view_is_visitor(view, id)) {
		html_put(view->out,
			"<p class=\"quiet\">A removed member no longer sees what is "
			"published to this organization only.</p>\n");
		org_row_form(view, &form_remove, id, NULL);
	}
	form_fold_end(view);
}

static void
put_row(struct view *view, const json_t *member)
{
	const json_t *org = view->answers[ORG];
	const char *handle = view_text(member, "handle");

	row_begin_with_picture(view, view_text(member, "image"),
		view_text(member, "name"),
		handle[0] != '\0' ? path_of_member(view->arena, handle) : NULL,
		view_text(member, "name"));
	row_line(view, view_text(member, "headline"));
	line_begin(view);
	html_put(view->out, "Joined ");
	ago_put(view, view_text(member, "joinedAt"));
	line_end(view);
	row_actions(view);
	word_put(view, view_text(member, "role"));
	if (is_owner(org) || (org_is_manager(org) && !is_owner(member)))
		put_changes(view, member);
	row_end(view);
}

static void
write_members(struct view *view)
{
	const struct list list = {.row = put_row, .empty = "There are no members."};

	org_head_put(view, ORG_MEMBERS, "Members");
	if (org_is_manager(view->answers[ORG])) {
		actions_begin(view);
		button_put(view, "Invite people", org_path(view, "/invitations"), true);
		actions_end(view);
	}
	list_put(view, view->answers[MEMBERS], &list);
}

const struct page page_org_members = {
	.path = "/orgs/{slug}/members",
	.title = "Members",
	.reads = {[ORG] = ORG_READ, [MEMBERS] = {.op = &op_org_member_list}},
	.forms = {&form_role, &form_remove},
	.write = write_members,
	.titled = true,
};
