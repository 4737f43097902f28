#include "common/text/wait.h"

#include "proto/field.h"
#include "tests/support/test.h"

TEST(says_how_long_to_wait_in_the_largest_unit_that_fits)
{
	static const struct {
		int64_t seconds;
		const char *words;
	} cases[] = {{-1, "a second"}, {0, "a second"}, {1, "a second"}, {2, "2 seconds"},
		{90, "90 seconds"}, {91, "2 minutes"}, {900, "15 minutes"},
		{901, "16 minutes"}, {7199, "120 minutes"}, {7200, "2 hours"},
		{7201, "3 hours"}, {INT64_C(366) * 86400, "8784 hours"}};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char words[WAIT_WORDS_SIZE];

		wait_words(words, cases[i].seconds);
		assert_string_equal(words, cases[i].words);
	}
}
