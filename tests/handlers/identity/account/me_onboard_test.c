#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_me_onboard, me_onboard};

TEST(shows_the_profile_from_the_first_time_on)
{
	struct principal caller;
	struct scratch_answer answer;

	people_add(1);
	scratch_sql("UPDATE profiles SET onboarded_at = NULL");
	caller = people_principal(1);
	answer = scratch_call(
		&entry, &caller, JSON({"handle": "ada", "headline": "Looms"}));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "profile.handle"), "ada");
	assert_string_equal(scratch_string(&answer, "profile.headline"), "Looms");
	scratch_sql("UPDATE profiles SET onboarded_at = '2026-01-01'");
	answer = scratch_call(&entry, &caller, JSON({"headline": "Engines"}));
	assert_string_equal(scratch_string(&answer, "profile.handle"), "ada");
	assert_string_equal(scratch_string(&answer, "profile.headline"), "Engines");
	assert_int_equal(
		people_count(
			"SELECT count(*) FROM profiles WHERE onboarded_at = '2026-01-01'"),
		1);
}

TEST(refuses_a_taken_handle_and_stays_hidden)
{
	struct principal caller;

	people_add(1);
	people_add(2);
	scratch_sql("UPDATE profiles SET onboarded_at = NULL");
	caller = people_principal(1);
	assert_int_equal(
		scratch_call(&entry, &caller, JSON({"handle": "member-2"})).problem,
		PROBLEM_HANDLE_TAKEN);
	assert_int_equal(
		people_count(
			"SELECT count(*) FROM profiles WHERE onboarded_at IS NOT NULL"),
		0);
}
