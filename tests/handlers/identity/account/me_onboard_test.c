#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_me_onboard, me_onboard};

TEST(shows_the_profile_from_the_first_time_on)
{
	struct principal caller;

	people_add(1);
	scratch_sql("UPDATE profiles SET onboarded_at = NULL");
	caller = people_principal(1);
	scratch_expect(scratch_call(&entry, &caller,
			       JSON({"handle": "ada", "headline": "Looms"})),
		"{'profile.handle': 'ada', 'profile.headline': 'Looms'}");
	scratch_sql("UPDATE profiles SET onboarded_at = '2026-01-01'");
	scratch_expect(scratch_call(&entry, &caller, JSON({"headline": "Engines"})),
		"{'profile.handle': 'ada', 'profile.headline': 'Engines'}");
	people_expect_rows(1, "profiles WHERE onboarded_at = '2026-01-01'");
}

TEST(refuses_a_taken_handle_and_stays_hidden)
{
	struct principal caller;

	people_add_all(2);
	scratch_sql("UPDATE profiles SET onboarded_at = NULL");
	caller = people_principal(1);
	assert_problem(scratch_call(&entry, &caller, JSON({"handle": "member-2"})),
		PROBLEM_HANDLE_TAKEN);
	people_expect_rows(0, "profiles WHERE onboarded_at IS NOT NULL");
}
