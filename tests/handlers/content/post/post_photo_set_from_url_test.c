#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {
	&op_post_photo_set_from_url, post_photo_set_from_url};

/* The input for item 100, with what follows its id. */
static const char *
input(const char *more)
{
	return arena_printf(
		scratch_arena(), "{\"id\": \"%s\"%s}", scratch_id("post", 100), more);
}

TEST(sets_the_photo_for_its_author)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	image_add(7);
	post_add(100, 1, "true");
	answer = image_call(&entry, 1, input(", \"url\": \"https://example.org/\""), 7);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "photo"), image_url(7));
	assert_int_equal(
		image_call(&entry, 2, input(", \"url\": \"https://example.org/\""), 7)
			.problem,
		PROBLEM_NOT_AUTHOR);
	scratch_sql("UPDATE posts SET is_public = false");
	assert_int_equal(
		image_call(&entry, 2, input(", \"url\": \"https://example.org/\""), 7)
			.problem,
		PROBLEM_POST_NOT_FOUND);
	assert_int_equal(
		image_call(&entry, 1, input(", \"url\": \"https://example.org/\""), 0)
			.problem,
		PROBLEM_INTERNAL_ERROR);
	assert_int_equal(
		image_call(&entry, 1, input(", \"url\": \"https://example.org/\""), 9)
			.problem,
		PROBLEM_SERVICE_UNAVAILABLE);
}

TEST(refuses_a_closed_ask)
{
	people_add(1);
	image_add(7);
	post_add(100, 1, "true");
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now()");
	assert_int_equal(
		image_call(&entry, 1, input(", \"url\": \"https://example.org/\""), 7)
			.problem,
		PROBLEM_POST_CLOSED);
}
