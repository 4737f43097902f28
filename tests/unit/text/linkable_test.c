#include <string.h>

#include "common/text/linkable.h"
#include "tests/support/test.h"

TEST(finds_what_looks_like_a_link_or_an_address)
{
	static const char *const bad[] = {
		"example.org",
		"Prizes at evil.example today",
		"https://localhost",
		"HTTP://LOCALHOST",
		"ada@home",
		"ada @ home",
		"www.prize",
		"1.2.3.44",
		"Visit Kith.club!",
		"(evil.com)",
		"b\xc3\xbc"
		"cher.ch",
		"\xe4\xbe\x8b\xe3\x81\x88.\xe3\x83\x86\xe3\x82\xb9\xe3\x83\x88",
		"evil\xe3\x80\x82"
		"com",
		"evil\xef\xbc\x8e"
		"com",
		"evil\xef\xbd\xa1"
		"com",
		"ada\xef\xbc\xa0home",
		"my-shop.example/prize",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (!linkable(bad[i], strlen(bad[i])))
			fail_msg("%s", bad[i]);
	}
}

TEST(passes_the_names_of_people_and_organizations)
{
	static const char *const good[] = {
		"",
		"Ada Lovelace",
		"St. Mary's Club",
		"J. R. R. Tolkien",
		"J.R.R. Tolkien",
		"Makers & Shakers, Inc.",
		"Arts/Crafts: the club",
		"Club 2.0",
		"...",
		"Wait... what",
		"Fran\xc3\xa7ois",
		"\xe6\x9d\xb1\xe4\xba\xac\xe5\xa4\xa7\xe5\xad\xa6",
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		if (linkable(good[i], strlen(good[i])))
			fail_msg("%s", good[i]);
	}
}

TEST(reads_no_byte_behind_the_text)
{
	assert_false(linkable("evil.com", 6));
	assert_false(linkable("ada@", 3));
	assert_false(linkable("evil\xe3\x80\x82"
			      "com",
		6));
}
