#include "common/base/clock.h"

#include "tests/handlers/media/media_fixture.h"

#define COUNT_IMAGES "SELECT count(*) FROM images"

TEST(stores_an_image_once_whoever_sends_it)
{
	struct scratch_answer first, second;

	people_add(1);
	first = media_store(striped_png, sizeof(striped_png), "image/png", "square");
	assert_done(first);
	scratch_sql("UPDATE images SET look_at = NULL");
	second = media_store(striped_png, sizeof(striped_png), "", "square");
	assert_string_equal(scratch_string(&first, "id"), scratch_string(&second, "id"));
	assert_int_equal(people_count(COUNT_IMAGES), 1);
	assert_int_equal(people_count(COUNT_IMAGES " WHERE look_at > now()"), 1);
	second = media_store(striped_png, sizeof(striped_png), "image/png", "wide");
	assert_string_not_equal(
		scratch_string(&first, "id"), scratch_string(&second, "id"));
}

TEST(refuses_what_is_no_image_and_keeps_nothing)
{
	people_add(1);
	assert_problem(media_store("<svg/>", 6, "image/svg+xml", "wide"),
		PROBLEM_UNSUPPORTED_MEDIA_TYPE);
	assert_problem(
		media_store(striped_png, sizeof(striped_png), "image/jpeg", "wide"),
		PROBLEM_UNSUPPORTED_MEDIA_TYPE);
	people_expect_fault(media_store(striped_png, 30, "image/png", "wide"), "#/file",
		FAULT_FORMAT);
	assert_problem(
		media_store("", 0, "image/png", "wide"), PROBLEM_UNSUPPORTED_MEDIA_TYPE);
	assert_int_equal(people_count(COUNT_IMAGES), 0);
}

TEST(judges_the_size_by_the_head)
{
	struct scratch_answer answer;

	people_add(1);
	answer = media_store(small_png, sizeof(small_png), "image/png", "square");
	people_expect_fault(answer, "#/file", FAULT_TOO_SMALL);
	assert_int_equal(answer.faults->min, 32);
	assert_int_equal(answer.faults->max, 10000);
	assert_int_equal(people_count(COUNT_IMAGES), 0);
}

/* A timeout while queued does not count as a decoding failure. */
TEST(says_of_an_image_whose_turn_comes_too_late_that_it_can_be_sent_again)
{
	people_add(1);
	media_start_decoder();
	assert_problem(media_store_within(striped_png, sizeof(striped_png), "image/png",
			       "square", 2001),
		PROBLEM_SERVICE_UNAVAILABLE);
	assert_int_equal(people_count(COUNT_IMAGES), 0);
}
