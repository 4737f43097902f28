#include "tests/handlers/orgs/org_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_org_logo_set_from_url, org_logo_set_from_url};

TEST(sets_the_logo_that_media_has_fetched)
{
	const char *json = JSON({"slug": "org-10", "url": "https://example.org/a.png"});
	struct scratch_answer answer;

	org_world("request");
	image_add(7);
	answer = image_call(&entry, ADMIN, json, 7);
	assert_string_equal(scratch_string(&answer, "logo"), image_url(7));
	assert_int_equal(
		image_call(&entry, MEMBER, json, 7).problem, PROBLEM_ORG_ROLE_REQUIRED);
	assert_int_equal(
		image_call(&entry, ADMIN, json, 0).problem, PROBLEM_INTERNAL_ERROR);
	answer = image_call(&entry, ADMIN, JSON({"slug": "org-10", "url": "x"}), 0);
	people_expect_fault(&answer, "#/url", FAULT_FORMAT);
}
