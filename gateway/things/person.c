/*
 * person.c - a member.
 */
#include "gateway/things/inside.h"
#include "proto/identity/members.h"

static void
write_member(struct view *view)
{
	const json_t *member = view->answers[0];

	thing_head(view, view_text(member, "name"), view_text(member, "headline"));
	thing_text(view, view_text(member, "bio"));
	thing_facts(view);
	thing_fact(view, "Handle", view_text(member, "handle"));
	thing_fact(view, "Affiliation", view_text(member, "affiliation"));
	thing_fact(view, "Place", view_text(member, "location"));
	thing_facts_end(view);
}

const struct page page_member = {
	.path = "/members/{handle}",
	.title = "Member",
	.reads = {{.op = &op_member_get}},
	.write = write_member,
	.titled = true,
};
