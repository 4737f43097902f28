#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_operator_list, org_operator_list};

TEST(lists_all_organizations_also_unlisted_ones_newest_first)
{
	const struct principal operator= {.via = VIA_OPERATOR};
	struct scratch_answer answer;

	org_world("invite_only");
	people_add_org(11, "unlisted");
	people_add_org(12, "public");
	scratch_sql("UPDATE orgs SET created_at = timestamptz '2026-01-01 00:00:00Z'"
		    " + right(slug, 2)::integer * interval '1 minute'");
	answer = scratch_call(&entry, &operator, JSON({"limit": 2}));
	assert_done(answer);
	assert_string_equal(
		org_each(scratch_at(&answer, "items"), "slug"), "org-12 org-11 ");
	assert_string_equal(
		org_each(scratch_at(&answer, "items"), "visibility"), "public unlisted ");
	answer = scratch_call(&entry, &operator, scratch_printf(JSON({"cursor": "%s"}),
					      scratch_string(&answer, "nextCursor")));
	assert_string_equal(org_each(scratch_at(&answer, "items"), "slug"), "org-10 ");
}
