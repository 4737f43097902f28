/*
 * person.c - a member.
 */
#include "gateway/record_pages/inside.h"
#include "proto/identity/members.h"

static void
write_member(struct view *view)
{
	const json_t *member = view->answers[0];

	record_page_head(view, view_text(member, "name"), view_text(member, "headline"));
	record_page_text(view, view_text(member, "bio"));
	record_page_facts(view);
	record_page_fact(view, "Handle", view_text(member, "handle"));
	record_page_fact(view, "Affiliation", view_text(member, "affiliation"));
	record_page_fact(view, "Place", view_text(member, "location"));
	record_page_facts_end(view);
}

const struct page page_member = {
	.path = "/members/{handle}",
	.title = "Member",
	.reads = {{.op = &op_member_get}},
	.write = write_member,
	.titled = true,
};
