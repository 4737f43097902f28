#include "services/identity/handlers.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {
	&op_me_avatar_set_from_social, me_avatar_set_from_social};

TEST(sets_the_image_that_media_has_fetched)
{
	struct scratch_answer answer;

	people_add(1);
	image_add(7);
	answer = image_call(&entry, 1, NULL, 7);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "image"), image_url(7));
}

TEST(sets_nothing_without_an_image)
{
	people_add(1);
	assert_int_equal(image_call(&entry, 1, NULL, 0).problem, PROBLEM_INTERNAL_ERROR);
}
