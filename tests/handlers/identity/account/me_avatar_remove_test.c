#include "services/identity/handlers.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_me_avatar_remove, me_avatar_remove};

TEST(removes_the_image_and_says_so_again)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	image_add(7);
	scratch_sql("UPDATE members SET image = '%s'", scratch_uuid_text(7));
	for (int i = 0; i < 2; i++) {
		answer = image_call(&entry, 1, NULL, 0);
		assert_int_equal(answer.problem, PROBLEM_NONE);
		assert_true(json_is_null(scratch_at(&answer, "image")));
	}
	assert_true(image_is_released(7));
	assert_int_equal(
		people_count("SELECT count(*) FROM members WHERE image IS NOT NULL"), 1);
}
