#include "services/identity/handlers.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_me_avatar_choose, me_avatar_choose};

TEST(sets_or_removes_the_image)
{
	struct scratch_answer answer;

	people_add(1);
	image_add(7);
	answer = image_call(&entry, 1, JSON({"url": "https://example.org/a.png"}), 7);
	assert_string_equal(scratch_string(&answer, "image"), image_url(7));
	answer = image_call(&entry, 1, JSON({"remove": true}), 0);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_true(json_is_null(scratch_at(&answer, "image")));
}

TEST(removes_nothing_that_it_was_not_told_to)
{
	people_add(1);
	image_add(7);
	scratch_sql("UPDATE members SET image = '%s'", scratch_uuid_text(7));
	assert_int_equal(
		image_call(&entry, 1, JSON({}), 0).problem, PROBLEM_INTERNAL_ERROR);
	assert_int_equal(
		people_count("SELECT count(*) FROM members WHERE image IS NOT NULL"), 1);
}
