#include "services/identity/handlers.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_me_avatar_set_from_url, me_avatar_set_from_url};

TEST(sets_the_image_that_media_has_fetched)
{
	struct scratch_answer answer;

	people_add(1);
	image_add(7);
	answer = image_call(&entry, 1, JSON({"url": "https://example.org/a.png"}), 7);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "image"), image_url(7));
}

TEST(wants_an_address_of_the_web)
{
	struct scratch_answer answer;

	people_add(1);
	answer = image_call(&entry, 1, JSON({"url": "ftp://example.org/a.png"}), 0);
	people_expect_fault(&answer, "#/url", FAULT_FORMAT);
	answer = image_call(&entry, 1, JSON({}), 0);
	people_expect_fault(&answer, "#/url", FAULT_REQUIRED);
	answer = image_call(&entry, 1, JSON({"url": 1}), 0);
	people_expect_fault(&answer, "#/url", FAULT_TYPE);
}
