#include "common/base/clock.h"

#include "tests/handlers/media/media_fixture.h"

static const struct op_entry entry = {&op_image_get, image_get};

/* Reads image `number`; with `known` it asks only whether the image exists. */
static struct scratch_answer
get(unsigned number, bool known)
{
	const struct principal nobody = scratch_anonymous();

	return scratch_call(&entry, &nobody,
		arena_printf(scratch_arena(), "{\"id\": \"%s\", \"known\": %s}",
			scratch_id("img", number), known ? "true" : "false"));
}

TEST(says_whether_an_image_is_there)
{
	struct scratch_answer answer;

	image_add(7);
	answer = get(7, true);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_int_equal(json_integer_value(scratch_at(&answer, "bytes")), 4);
	assert_true(json_is_null(scratch_at(&answer, "data")));
	assert_int_equal(get(8, true).problem, PROBLEM_MEDIA_NOT_FOUND);
	assert_int_equal(get(8, false).problem, PROBLEM_MEDIA_NOT_FOUND);
}
