#include "tests/handlers/identity/identity_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_me_get, me_get};

TEST(answers_account_and_profile)
{
	struct principal caller;
	struct scratch_answer answer;

	people_add(1);
	image_add(7);
	scratch_sql(
		"UPDATE members SET image = '%s', role = 'admin'", scratch_uuid_text(7));
	scratch_sql("UPDATE profiles SET headline = 'H', roles = '{founder}', skills ="
		    " '{C,SQL}', links = '{\"site\": \"https://example.org/\"}'");
	caller = people_principal(1);
	answer = scratch_call(&entry, &caller, NULL);
	scratch_expect(answer, "{'id': '%s', 'role': 'admin'}", scratch_id("usr", 1));
	assert_non_null(strstr(scratch_string(&answer, "image"), "/media/img_"));
	scratch_expect(answer,
		"{'profile.headline': 'H', 'profile.roles.0': 'founder',"
		" 'profile.skills.1': 'SQL', 'profile.bio': '',"
		" 'profile.visibility': 'members_only',"
		" 'profile.links.site': 'https://example.org/'}");
}

TEST(the_profile_is_null_before_onboarding)
{
	struct principal caller;

	people_add(1);
	scratch_sql("UPDATE profiles SET onboarded_at = NULL");
	caller = people_principal(1);
	scratch_expect(scratch_call(&entry, &caller, NULL), "{'profile': null}");
}

TEST(a_member_that_is_gone_has_no_account)
{
	struct principal caller = people_principal(1);

	assert_problem(scratch_call(&entry, &caller, NULL), PROBLEM_INVALID_TOKEN);
}
