#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_social_get, social_get};

TEST(shows_the_account_of_the_caller)
{
	people_add_all(2);
	social_add(1, SOCIAL_URL, "'2126-01-01 00:00:00Z'");
	scratch_expect(social_call(&entry, 1, NULL),
		"{'linked': true, 'handle': 'member-1', 'url': '%s',"
		" 'expiresAt': '2126-01-01T00:00:00.000Z'}",
		SOCIAL_URL "/@member-1");
	scratch_expect(social_call(&entry, 2, NULL),
		"{'linked': false, 'handle': null, 'expiresAt': null}");
}

TEST(knows_no_account_of_another_provider)
{
	people_add(1);
	social_add(1, "https://elsewhere.example", "NULL");
	scratch_expect(social_call(&entry, 1, NULL), "{'linked': false}");
}
