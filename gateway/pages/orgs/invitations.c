/*
 * invitations.c - invitations to an organization: many addresses are pasted at once.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway/pages/orgs/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"

#define INVITATIONS (ORG + 1)
#define EMAILS "emails"

/* ---- pasted addresses ---- */

/* The separators of pasted addresses. A name may stand before an address in angle
 * brackets: "Ada Lovelace <ada@example.org>". */
#define SEPARATORS ",;\n"
#define BLANKS " \t\r"

/* Adds the addresses of an item: the one in brackets, or each word. */
static void
add_item(struct arena *arena, struct http_parameter *list, size_t *count,
	const char *item, size_t size)
{
	const char *open = memchr(item, '<', size), *end = item + size;

	if (open != NULL) {
		const char *close = memchr(open, '>', (size_t)(end - open));

		item = open + 1;
		end = close != NULL ? close : end;
	}
	while (item < end) {
		const size_t rest = (size_t)(end - item);
		size_t word = strcspn(item, BLANKS SEPARATORS ">");

		word = word < rest ? word : rest;
		if (word > 0)
			list[(*count)++] =
				(struct http_parameter){arena_text(arena, EMAILS),
					arena_text(arena, arena_copy(arena, item, word))};
		item += word < rest ? word + 1 : word;
	}
}

/* The typed pairs with one pair for each address. */
static struct pairs
prepare(const struct view *view)
{
	const struct text *text = pairs_find(&view->typed, EMAILS);
	const size_t all = view->typed.count + (text != NULL ? text->size : 0) + 1;
	struct http_parameter *list = arena_array(view->arena, all, sizeof(*list));
	size_t count = 0;

	for (const char *at = text != NULL ? text->data : ""; *at != '\0';) {
		const size_t size = strcspn(at, SEPARATORS);

		add_item(view->arena, list, &count, at, size);
		at += size + (at[size] != '\0');
	}
	for (size_t i = 0; i < view->typed.count; i++) {
		if (strcmp(view->typed.list[i].name.data, EMAILS) != 0)
			list[count++] = view->typed.list[i];
	}
	return (struct pairs){list, count};
}

/* ---- the forms ---- */

static const struct choice roles[] = {
	{"member", "Member", NULL},
	{"admin", "Admin", NULL},
	{NULL, NULL, NULL},
};

static const struct choice lifetimes[] = {
	{"7", "A week", NULL},
	{"14", "Two weeks", NULL},
	{"30", "30 days", NULL},
	{"90", "90 days", NULL},
	{NULL, NULL, NULL},
};

static const struct control invite_controls[] = {
	{.name = EMAILS,
		.kind = CONTROL_LINES,
		.label = "E-mail addresses",
		.rows = 5,
		.hint = "Paste up to 50, in lines or separated by commas. \u201cAda "
			"Lovelace <ada@example.org>\u201d works, too."},
	{.name = "role", .kind = CONTROL_CHOICE, .label = "Role", .choices = roles},
	{.name = "expiresInDays",
		.kind = CONTROL_CHOICE,
		.label = "Valid for",
		.choices = lifetimes,
		.value = "14"},
};

/* Shows the page with the answer, which says who is a member already. */
static const struct form form_invite = {
	.path = "/orgs/{slug}/invitations/send",
	.op = &op_org_invitation_create_many,
	.controls = invite_controls,
	.control_count = COUNT_OF(invite_controls),
	.button = "Send the invitations",
	.prepare = prepare,
};

static const struct control again_controls[] = {
	{.name = "email", .kind = CONTROL_HIDDEN},
	{.name = "role", .kind = CONTROL_HIDDEN},
};

static const struct form form_again = {
	.path = "/orgs/{slug}/invitations/{invitation}/again",
	.op = &op_org_invitation_create,
	.controls = again_controls,
	.control_count = COUNT_OF(again_controls),
	.button = "Send again",
	.plain = true,
	.done = "/orgs/{slug}/invitations",
	.said = "The invitation is sent again, with a new link.",
};

static const struct form form_revoke = {
	.path = "/orgs/{slug}/invitations/{id}/revoke",
	.op = &op_org_invitation_revoke,
	.button = "Revoke",
	.danger = true,
	.done = "/orgs/{slug}/invitations",
	.said = "The invitation is revoked. Its link no longer works.",
};

/* ---- the page ---- */

static void
put_addresses(struct view *view, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		html_put(view->out, i > 0 ? ", " : "");
		text_put(view, json_string_value(json_array_get(list, i)));
	}
}

/* Writes what was sent. */
static void
put_result(struct view *view)
{
	const json_t *invited = view_member(view->answer, "invited");
	const json_t *members = view_member(view->answer, "alreadyMembers");
	const size_t count = json_array_size(invited);

	html_put(view->out, "<div class=\"notice good\" role=\"status\"><p>");
	if (count > 0) {
		html_put(view->out,
			count == 1 ? "The invitation is sent to "
				   : "Invitations are sent to ");
		put_addresses(view, invited);
		html_put(view->out, ".");
	}
	if (json_array_size(members) > 0) {
		html_put(view->out, " Members already: ");
		put_addresses(view, members);
		html_put(view->out, ".");
	}
	html_put(view->out, "</p></div>\n");
}

/* Names the addresses that are refused: a fault has only their position. */
static void
put_wrong(struct view *view)
{
	static const char pointer[] = "#/" EMAILS "/";
	const struct pairs pairs = prepare(view);
	bool any = false;

	for (const struct fault *fault = view->refusal->faults; fault != NULL;
		fault = fault->next) {
		size_t index;

		if (fault->pointer == NULL ||
			strncmp(fault->pointer, pointer, strlen(pointer)) != 0)
			continue;
		index = strtoul(fault->pointer + strlen(pointer), NULL, 10);
		if (index >= pairs.count)
			continue;
		html_put(view->out,
			any ? ", "
			    : "<div class=\"notice bad\"><p>Not an e-mail address: ");
		text_put(view, pairs.list[index].value.data);
		any = true;
	}
	if (any)
		html_put(view->out, "</p></div>\n");
}

/* An invitation shows the address that a manager gave, or the member who was invited with
 * the team of a project. */
static void
put_invitation(struct view *view, const json_t *invitation)
{
	const char *email = view_text(invitation, "email");
	const char *handle = view_text(invitation, "memberHandle");
	const char *name = view_text(invitation, "memberName");
	const char *whom = email[0] != '\0' ? email
		: name[0] != '\0'           ? name
					    : "A member of a project";
	const char *id = view_text(invitation, "id");
	const char *status = view_text(invitation, "status");

	row_begin(view, handle[0] != '\0' ? path_of_member(view->arena, handle) : NULL,
		whom);
	line_begin(view);
	html_putf(view->out, "%s, invited by ",
		word_of(view->arena, view_text(invitation, "role")));
	link_member(view, view_text(invitation, "invitedByHandle"),
		view_text(invitation, "invitedByName"));
	html_put(view->out, " ");
	ago_put(view, view_text(invitation, "createdAt"));
	if (strcmp(status, "pending") == 0) {
		html_put(view->out, ", ends ");
		ago_put(view, view_text(invitation, "expiresAt"));
	}
	line_end(view);
	row_actions(view);
	word_put(view, status);
	if (strcmp(status, "accepted") != 0 && email[0] != '\0')
		org_row_form(view, &form_again, id, invitation);
	if (strcmp(status, "pending") == 0)
		form_button(view, &form_revoke, id, whom);
	row_end(view);
}

static void
write_invitations(struct view *view)
{
	const struct list list = {
		.row = put_invitation,
		.empty = "Nobody has been invited yet. Paste the addresses above.",
	};

	if (!org_manage_put(view, MANAGE_INVITATIONS, "Invitations"))
		return;
	if (view->form == &form_invite && view->refusal != NULL)
		put_wrong(view);
	else if (view->form == &form_invite)
		put_result(view);
	card_begin(view, "Invite people");
	html_put(view->out,
		"<p>Each person gets an e-mail with a link. People without an account "
		"sign up with it, and an administrator approves them.</p>\n");
	form_put(view, &form_invite, NULL);
	card_end(view);
	html_put(view->out, "<h2>Sent invitations</h2>\n");
	list_put(view, view->answers[INVITATIONS], &list);
}

const struct page page_org_invitations = {
	.path = "/orgs/{slug}/invitations",
	.title = "Invitations",
	.reads = {[ORG] = ORG_READ, [INVITATIONS] = {.op = &op_org_invitation_list}},
	.forms = {&form_invite, &form_again, &form_revoke},
	.write = write_invitations,
	.titled = true,
};
