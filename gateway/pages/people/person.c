/*
 * person.c - a member.
 */
#include "gateway/components/components.h"
#include "gateway/pages/people/people.h"
#include "proto/identity/members.h"

static void
write_member(struct view *view)
{
	const json_t *member = view->answers[0];

	head_put(view, view_text(member, "name"), view_text(member, "headline"));
	written_put(view, view_text(member, "bio"));
	facts_begin(view);
	fact_put(view, "Handle", view_text(member, "handle"));
	fact_put(view, "Affiliation", view_text(member, "affiliation"));
	fact_put(view, "Place", view_text(member, "location"));
	facts_end(view);
}

const struct page page_member = {
	.path = "/members/{handle}",
	.title = "Member",
	.reads = {{.op = &op_member_get}},
	.write = write_member,
	.titled = true,
};
