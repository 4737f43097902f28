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
	image_add(7);
	scratch_expect(get(7, true), "{'bytes': 4, 'data': null}");
	assert_problem(get(8, true), PROBLEM_MEDIA_NOT_FOUND);
	assert_problem(get(8, false), PROBLEM_MEDIA_NOT_FOUND);
}
