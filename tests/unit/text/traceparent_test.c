#include "common/text/traceparent.h"

#include <string.h>

#include "tests/support/test.h"

#define TRACE "4bf92f3577b34da6a3ce929d0e0e4736"
#define PARENT "00f067aa0ba902b7"

static bool
is_valid(const char *value)
{
	return traceparent_valid(value, strlen(value));
}

TEST(takes_what_the_recommendation_shows)
{
	assert_true(is_valid("00-" TRACE "-" PARENT "-01"));
	assert_true(is_valid("00-" TRACE "-" PARENT "-00"));
	assert_true(is_valid("cc-" TRACE "-" PARENT "-ff"));
	assert_true(is_valid("01-" TRACE "-" PARENT "-01-what-comes-later"));
}

TEST(passes_over_everything_else)
{
	static const char *const values[] = {"", "x", "00", "00-" TRACE "-" PARENT,
		"00-" TRACE "-" PARENT "-0", "00-" TRACE "-" PARENT "-011",
		"00-" TRACE "-" PARENT "-01-more", "01-" TRACE "-" PARENT "-01more",
		"ff-" TRACE "-" PARENT "-01", "0g-" TRACE "-" PARENT "-01",
		"00-00000000000000000000000000000000-" PARENT "-01",
		"00-" TRACE "-0000000000000000-01",
		"00-4BF92F3577B34DA6A3CE929D0E0E4736-" PARENT "-01",
		"00_" TRACE "_" PARENT "_01", " 00-" TRACE "-" PARENT "-01",
		"00-" TRACE "-" PARENT "\"01", "00-" TRACE "-" PARENT "-\n1"};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		assert_false(is_valid(values[i]));
	assert_false(traceparent_valid("00-" TRACE "-" PARENT "-0\0", TRACEPARENT_SIZE));
}
