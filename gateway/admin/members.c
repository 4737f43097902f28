/*
 * members.c - members and invite codes.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/admin/admin.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"
#include "proto/identity/admin.h"

/* ---- members ---- */

static const struct choice status_choices[] = {
	{"", "All members", NULL},
	{"active", "Active", NULL},
	{"pending", "Pending", NULL},
	{"suspended", "Suspended", NULL},
	{NULL, NULL, NULL},
};

static const struct control member_filters[] = {
	{.name = "q", .kind = CONTROL_LINE, .label = "Name or address"},
	{.name = "status",
		.kind = CONTROL_CHOICE,
		.label = "State",
		.choices = status_choices},
};

static const struct control reason_controls[] = {
	{.name = "reason",
		.kind = CONTROL_AREA,
		.label = "Why?",
		.hint = "Recorded in the audit log, and e-mailed to the member."},
};

static const struct form form_suspend = {
	.path = "/admin/members/{id}/suspend",
	.op = &op_admin_member_suspend,
	.controls = reason_controls,
	.control_count = COUNT_OF(reason_controls),
	.button = "Suspend",
	.danger = true,
	.done = "/admin/members",
	.said = "The member is suspended. Their sessions and tokens stop working "
		"everywhere within a second.",
};

static const struct form form_reinstate = {
	.path = "/admin/members/{id}/reinstate",
	.op = &op_admin_member_reinstate,
	.controls = reason_controls,
	.control_count = COUNT_OF(reason_controls),
	.button = "Reinstate",
	.done = "/admin/members",
	.said = "The member is active again.",
};

#define SET_ROLE(word, role_name, label) \
	{ \
		.path = "/admin/members/{id}/" word, .op = &op_admin_member_set_role, \
		.also = "role=" role_name, .button = (label), .done = "/admin/members", \
		.said = "The platform role is changed." \
	}

static const struct form form_promote =
	SET_ROLE("promote", "admin", "Make administrator");
static const struct form form_demote = SET_ROLE("demote", "member", "Make member");

/* Actions on an active member. They are collapsed, to prevent slips. */
static void
put_manage(struct view *view, const json_t *member)
{
	const bool admin = strcmp(view_text(member, "role"), "admin") == 0;
	const char *id = view_text(member, "id");
	const char *name = view_text(member, "name");

	form_fold_begin(view, &form_suspend, "Manage", id, name);
	form_button(view, admin ? &form_demote : &form_promote, id, name);
	form_of_row(view, &form_suspend, id);
	form_fold_end(view);
}

/* Actions on a member, by its state. */
static void
put_member_actions(struct view *view, const json_t *member)
{
	const char *status = view_text(member, "membershipStatus");

	if (strcmp(status, "active") == 0)
		put_manage(view, member);
	else if (strcmp(status, "pending") == 0)
		html_put(view->out, "<a href=\"/admin\">Decide</a>\n");
	else if (strcmp(status, "suspended") == 0)
		form_fold(view, &form_reinstate, view_text(member, "id"),
			view_text(member, "name"));
}

static void
put_member(struct view *view, const json_t *member)
{
	const char *status = view_text(member, "membershipStatus");

	html_put(view->out, "<li><div class=\"what\"><p class=\"name\">");
	/* The page of a suspended member is not shown. */
	link_member(view,
		strcmp(status, "active") == 0 ? view_text(member, "handle") : "",
		view_text(member, "name"));
	if (strcmp(status, "active") != 0)
		html_putf(view->out, " <span class=\"tag %s\">%s</span>",
			strcmp(status, "suspended") == 0 ? "bad" : "warn", status);
	if (strcmp(view_text(member, "role"), "admin") == 0)
		html_put(view->out, " <span class=\"tag\">administrator</span>");
	html_putf(view->out, "</p><p class=\"quiet\">%s \u00b7 Since ",
		view_text(member, "email"));
	time_put(view, view_text(member, "createdAt"));
	html_put(view->out, "</p></div>\n");
	put_member_actions(view, member);
	html_put(view->out, "</li>\n");
}

static void
write_members(struct view *view)
{
	const struct list list = {
		.row = put_member,
		.empty = "No members match.",
		.action = "Show all members",
		.path = "/admin/members",
	};
	const struct chip chips[] = {
		{"q", "Name or address", NULL},
		{"status", "State", status_choices},
	};

	form_filters(
		view, &op_admin_member_list, member_filters, COUNT_OF(member_filters));
	chips_put(view, chips, COUNT_OF(chips));
	list_put(view, view->answers[0], &list);
}

const struct page page_admin_members = {
	.path = "/admin/members",
	.title = "Members",
	.menu = "Members",
	.reads = {{.op = &op_admin_member_list}},
	.forms = {&form_suspend, &form_reinstate, &form_promote, &form_demote},
	.write = write_members,
	.wide = true,
};

/* ---- invite codes ---- */

static const struct control invite_controls[] = {
	{.name = "note",
		.kind = CONTROL_LINE,
		.label = "What is it for?",
		.hint = "Only administrators see this."},
	{.name = "maxUses",
		.kind = CONTROL_LINE,
		.label = "How many accounts can use it?",
		.value = "1"},
	{.name = "expiresInDays",
		.kind = CONTROL_LINE,
		.label = "Valid for how many days?",
		.hint = "Leave it empty for a code that is valid until you revoke it."},
};

static const struct form form_invite = {
	.path = "/admin/invites",
	.op = &op_admin_invite_create,
	.controls = invite_controls,
	.control_count = COUNT_OF(invite_controls),
	.button = "Create the code",
	.done = "/admin/invites",
	.said = "The code is created. Send people its link.",
};

static const struct form form_revoke_invite = {
	.path = "/admin/invites/{code}/revoke",
	.op = &op_admin_invite_revoke,
	.button = "Revoke",
	.danger = true,
	.done = "/admin/invites",
	.said = "The code is revoked. Nobody can sign up with it any more.",
};

static void
put_invite(struct view *view, const json_t *invite)
{
	struct buffer *out = view->out;
	const char *note = view_text(invite, "note");
	const char *code = view_text(invite, "code");
	const char *expires = view_text(invite, "expiresAt");

	html_putf(out, "<li><div class=\"what\"><p><strong>%s</strong></p>\n",
		note[0] != '\0' ? note : "Without a note");
	html_putf(out,
		"<p><code class=\"copy\" "
		"tabindex=\"0\">%s/sign-up?inviteCode=%s</code></p><p "
		"class=\"quiet\">Accounts: %s of %s",
		config()->base_url.data, code, view_number(view, invite, "uses"),
		view_number(view, invite, "maxUses"));
	if (expires[0] != '\0') {
		html_put(out, " \u00b7 Expires ");
		html_time(out, expires);
	}
	html_put(out, "</p></div>\n");
	form_button(view, &form_revoke_invite, code, note);
	html_put(out, "</li>\n");
}

static void
write_invites(struct view *view)
{
	const struct list list = {
		.row = put_invite,
		.empty = "There are no invite codes. A person who signs up with a code "
			 "needs no approval.",
	};

	list_put(view, view->answers[0], &list);
	card_begin(view, "A new code");
	form_put(view, &form_invite, NULL);
	card_end(view);
}

const struct page page_admin_invites = {
	.path = "/admin/invites",
	.title = "Invite codes",
	.menu = "Invite codes",
	.reads = {{.op = &op_admin_invite_list}},
	.forms = {&form_invite, &form_revoke_invite},
	.write = write_invites,
};
