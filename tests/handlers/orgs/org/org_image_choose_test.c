#include "tests/handlers/orgs/org_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_org_image_choose, org_image_choose};

TEST(sets_or_removes_the_image_of_that_kind)
{
	struct scratch_answer answer;

	org_world("request");
	image_add(7);
	answer = image_call(&entry, ADMIN,
		JSON({"slug": "org-10", "kind": "logo", "url": "https://example.org/"}),
		7);
	assert_string_equal(scratch_string(&answer, "logo"), image_url(7));
	answer = image_call(&entry, OWNER,
		JSON({"slug": "org-10", "kind": "cover", "url": "https://example.org/"}),
		7);
	assert_string_equal(scratch_string(&answer, "coverImage"), image_url(7));
	answer = image_call(&entry, OWNER,
		JSON({"slug": "org-10", "kind": "logo", "remove": true}), 0);
	assert_true(json_is_null(scratch_at(&answer, "logo")));
	assert_string_equal(scratch_string(&answer, "coverImage"), image_url(7));
	assert_false(image_is_released(8));
}

TEST(is_for_owners_and_admins)
{
	org_world("request");
	image_add(7);
	org_expect_managers_only(
		&entry, JSON({"slug": "org-10", "kind": "logo", "remove": true}));
}
