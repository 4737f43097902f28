#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_progress_photo_remove, progress_photo_remove};

/* The input for item 100, with what follows its id. */
static const char *
input(const char *more)
{
	return arena_printf(
		scratch_arena(), "{\"id\": \"%s\"%s}", scratch_id("prog", 100), more);
}

TEST(removes_the_photo_for_its_author)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	image_add(7);
	progress_add(100, 1, "true", 0);
	scratch_sql("UPDATE progress SET photo = '%s'", scratch_uuid_text(7));
	assert_int_equal(image_call(&entry, 2, input(""), 0).problem, PROBLEM_NOT_AUTHOR);
	assert_false(image_is_released(7));
	answer = image_call(&entry, 1, input(""), 0);
	assert_true(json_is_null(scratch_at(&answer, "photo")));
	assert_true(image_is_released(7));
}
