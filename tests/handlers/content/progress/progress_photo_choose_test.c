#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_progress_photo_choose, progress_photo_choose};

/* The input for item 100, with what follows its id. */
static const char *
input(const char *more)
{
	return arena_printf(
		scratch_arena(), "{\"id\": \"%s\"%s}", scratch_id("prog", 100), more);
}

TEST(sets_or_removes_the_photo)
{
	const char *url = ", \"url\": \"https://example.org/\"";
	const char *removal = ", \"remove\": true";
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	image_add(7);
	progress_add(100, 1, "true", 0);
	answer = image_call(&entry, 1, input(url), 7);
	assert_string_equal(scratch_string(&answer, "photo"), image_url(7));
	assert_int_equal(
		image_call(&entry, 2, input(url), 7).problem, PROBLEM_NOT_AUTHOR);
	assert_int_equal(
		image_call(&entry, 2, input(removal), 0).problem, PROBLEM_NOT_AUTHOR);
	answer = image_call(&entry, 1, input(removal), 0);
	assert_true(json_is_null(scratch_at(&answer, "photo")));
}
