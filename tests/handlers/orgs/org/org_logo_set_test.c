#include "tests/handlers/orgs/org_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_org_logo_set, org_logo_set};

TEST(sets_the_logo_for_owners_and_admins)
{
	struct scratch_answer answer;

	org_world("request");
	image_add(7);
	for (unsigned person = OWNER; person <= ADMIN; person++) {
		answer = image_call(&entry, person, JSON({"slug": "org-10"}), 7);
		assert_int_equal(answer.problem, PROBLEM_NONE);
		assert_string_equal(scratch_string(&answer, "logo"), image_url(7));
	}
	assert_int_equal(image_call(&entry, MEMBER, JSON({"slug": "org-10"}), 7).problem,
		PROBLEM_ORG_ROLE_REQUIRED);
	assert_int_equal(
		image_call(&entry, STRANGER, JSON({"slug": "org-10"}), 7).problem,
		PROBLEM_ORG_ROLE_REQUIRED);
	assert_int_equal(image_call(&entry, OWNER, JSON({"slug": "org-99"}), 7).problem,
		PROBLEM_ORG_NOT_FOUND);
	assert_int_equal(image_call(&entry, OWNER, JSON({"slug": "org-10"}), 9).problem,
		PROBLEM_SERVICE_UNAVAILABLE);
}
