/* Entity tags in If-Match and If-None-Match. */
#include <string.h>

#include "common/run/run.h"
#include "tests/support/test.h"

#define TAG "\"abcdefghijklmnopqrstuv\""

/* A tag with something before its quotes and something inside of them. */
#define CHANGED(before, after) before "\"abcdefghijklmnopqrstuv" after "\""

static bool
lists(const char *list)
{
	return run_tag_is_listed(list, strlen(list), TAG);
}

TEST(finds_a_version_under_every_name_that_proxies_give_it)
{
	static const char *const lists_it[] = {TAG, "*", "\"b\", " TAG, "\"b\"," TAG,
		CHANGED("W/", ""), CHANGED("", "-gzip"), CHANGED("W/", "-gzip"),
		CHANGED("", "-br"), CHANGED("", "-zstd"), CHANGED("", "-deflate"),
		"\"a, b\", \"\", " CHANGED("", "-br")};

	for (size_t i = 0; i < COUNT_OF(lists_it); i++)
		if (!lists(lists_it[i]))
			fail_msg("%s does not list the tag", lists_it[i]);
}

TEST(takes_no_other_tag_for_the_version)
{
	static const char *const lists_others[] = {"", " ", "\"a\"", "a",
		"abcdefghijklmnopqrstuv", CHANGED("", "-lz4"), CHANGED("", "-gzip-gzip"),
		CHANGED("", "-GZIP"), CHANGED("w/", ""), CHANGED("W/ ", ""),
		"\"abcdefghijklmnopqrstuv-gzip", "\"-gzip\"", "\"\"", "**",
		"\"abcdefghijklmnopqrstu\"", "\"xabcdefghijklmnopqrstuv\""};

	for (size_t i = 0; i < COUNT_OF(lists_others); i++)
		if (lists(lists_others[i]))
			fail_msg("%s lists the tag", lists_others[i]);
}

TEST(leaves_a_tag_alone_that_ends_like_a_suffix)
{
	assert_true(run_tag_is_listed("\"abc-br\"", 8, "\"abc-br\""));
	assert_true(run_tag_is_listed("\"abc-br-gzip\"", 13, "\"abc-br\""));
	assert_false(run_tag_is_listed("\"abc\"", 5, "\"abc-br\""));
}
