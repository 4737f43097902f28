#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_progress_photo_set, progress_photo_set};

/* The input for item 100, with what follows its id. */
static const char *
input(const char *more)
{
	return arena_printf(
		scratch_arena(), "{\"id\": \"%s\"%s}", scratch_id("prog", 100), more);
}

TEST(sets_the_photo_for_its_author)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	image_add(7);
	progress_add(100, 1, "true", 0);
	answer = image_call(&entry, 1, input(""), 7);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "photo"), image_url(7));
	assert_int_equal(image_call(&entry, 2, input(""), 7).problem, PROBLEM_NOT_AUTHOR);
	scratch_sql("UPDATE progress SET is_public = false");
	assert_int_equal(
		image_call(&entry, 2, input(""), 7).problem, PROBLEM_PROGRESS_NOT_FOUND);
	assert_int_equal(
		image_call(&entry, 1, input(""), 0).problem, PROBLEM_INTERNAL_ERROR);
	assert_int_equal(
		image_call(&entry, 1, input(""), 9).problem, PROBLEM_SERVICE_UNAVAILABLE);
}
