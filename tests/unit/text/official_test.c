#include "common/text/official.h"

#include <string.h>

#include "tests/support/test.h"

static void
judge(const char *const *names, const char *instance, bool official)
{
	for (size_t i = 0; names[i] != NULL; i++) {
		if (official_name(names[i], strlen(names[i]), instance) != official)
			fail_msg("%s: %s", names[i], official ? "free" : "refused");
	}
}

TEST(reserves_the_names_of_kith_and_its_staff)
{
	static const char *const names[] = {"Kith", "KITH Support", "kith-support",
		"The Kith Team", "Kith  Security Team!", "Support Kith", "KithAdmin",
		"Administrator (Kith)", "Kith \u2022 Support \u2713", "K i t h Admins",
		"\uff2b\uff49\uff54\uff48 Support", "Kith\u0301 Staff", NULL};

	judge(names, "Kith", true);
	judge(names, "Makers", true);
}

TEST(reserves_the_name_of_the_instance)
{
	static const char *const names[] = {"Makers of K\u00f6ln",
		"makers of k\u00f6ln: support", "Team Makers of K\u00f6ln", NULL};

	judge(names, "Makers of K\u00f6ln", true);
	judge(names, "Kith", false);
}

TEST(reserves_the_name_of_deleted_members)
{
	static const char *const names[] = {
		"Former member", "former  MEMBER", "Former-Member.", NULL};

	judge(names, "Kith", true);
}

TEST(leaves_all_other_names)
{
	static const char *const names[] = {"", "Ada King", "Support", "Admin",
		"Security Team", "Kith Weavers", "Judith", "Meredith Kithson",
		"Keith Support", "Friends of Kith", "A former member", "Kith Supporter",
		"\u5c71\u7530", "!", "Akith Support", NULL};

	judge(names, "Kith", false);
	judge(names, "\u2605", false);
}

TEST(compares_long_names)
{
	char name[4096];

	memset(name, 'a', sizeof(name));
	assert_false(official_name(name, sizeof(name), "Kith"));
	for (size_t i = 0; i + 7 <= sizeof(name); i += 7)
		memcpy(name + i, "support", 7);
	assert_false(official_name(name, sizeof(name), "Kith"));
}
