#include "services/identity/handlers.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_me_avatar_set, me_avatar_set};

TEST(sets_the_image_that_media_has_made)
{
	struct scratch_answer answer;

	people_add(1);
	image_add(7);
	answer = image_call(&entry, 1, NULL, 7);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "image"), image_url(7));
}

TEST(lets_go_of_the_one_before)
{
	people_add(1);
	image_add(7);
	image_add(8);
	image_call(&entry, 1, NULL, 7);
	assert_false(image_is_released(7));
	image_call(&entry, 1, NULL, 8);
	assert_true(image_is_released(7));
	assert_false(image_is_released(8));
}

TEST(refuses_an_image_that_is_gone)
{
	people_add(1);
	assert_int_equal(
		image_call(&entry, 1, NULL, 9).problem, PROBLEM_SERVICE_UNAVAILABLE);
}

TEST(sets_nothing_without_an_image)
{
	people_add(1);
	image_add(7);
	scratch_sql("UPDATE members SET image = '%s'", scratch_uuid_text(7));
	assert_int_equal(image_call(&entry, 1, NULL, 0).problem, PROBLEM_INTERNAL_ERROR);
	assert_int_equal(
		people_count("SELECT count(*) FROM members WHERE image IS NOT NULL"), 1);
}
