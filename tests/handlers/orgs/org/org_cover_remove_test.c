#include "tests/handlers/orgs/org_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_org_cover_remove, org_cover_remove};

TEST(removes_the_cover_and_nothing_else)
{
	struct scratch_answer answer;

	org_world("request");
	image_add(7);
	image_add(8);
	scratch_sql("UPDATE orgs SET logo = '%s', cover = '%s'", scratch_uuid_text(7),
		scratch_uuid_text(8));
	assert_int_equal(image_call(&entry, MEMBER, JSON({"slug": "org-10"}), 0).problem,
		PROBLEM_ORG_ROLE_REQUIRED);
	answer = image_call(&entry, OWNER, JSON({"slug": "org-10"}), 0);
	assert_true(json_is_null(scratch_at(&answer, "coverImage")));
	assert_true(image_is_released(8));
	assert_false(image_is_released(7));
}
