#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_public_get, org_public_get};

static struct scratch_answer
read_as_anybody(const char *json)
{
	const struct principal anybody = scratch_anonymous();

	return scratch_call(&entry, &anybody, json);
}

TEST(answers_a_public_organization_without_a_caller)
{
	org_world("request");
	scratch_expect(read_as_anybody(JSON({"slug": "org-10"})),
		"{'slug': 'org-10', 'name': 'Org 10', 'kind': 'community',"
		" 'joinPolicy': 'request', 'description': '', 'location': '',"
		" 'website': '', 'logo': null, 'coverImage': null, 'memberCount': 3}");
}

TEST(does_not_find_an_unlisted_one)
{
	org_world("request");
	scratch_sql("UPDATE orgs SET visibility = 'unlisted'");
	assert_problem(read_as_anybody(JSON({"slug": "org-10"})), PROBLEM_ORG_NOT_FOUND);
	assert_problem(read_as_anybody(JSON({"slug": "org-11"})), PROBLEM_ORG_NOT_FOUND);
}
