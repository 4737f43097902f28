#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_post_helper_list, post_helper_list};

static void
profile_set(
	unsigned member, const char *looking_for, const char *roles, const char *skills)
{
	scratch_sql("UPDATE profiles SET looking_for = '%s', roles = '%s', skills = '%s'"
		    " WHERE member_id = '%s'",
		looking_for, roles, skills, scratch_uuid_text(member));
}

static struct scratch_answer
helpers_of(unsigned ask, unsigned member)
{
	return people_call(&entry, member, "%s", post_id_json(ask));
}

TEST(finds_people_by_skills_roles_and_what_they_look_for)
{
	struct scratch_answer answer;

	people_add_all(5);
	people_add_org(50, "unlisted");
	people_join(50, 1);
	people_join(50, 3);
	scratch_sql("UPDATE orgs SET name = 'North Star'");
	profile_set(1, "{cofounder}", "{founder}", "{Rust}");
	profile_set(2, "{cofounder}", "{}", "{}");
	profile_set(3, "{cofounder}", "{founder}", "{RUST,Wool}");
	profile_set(4, "{advice}", "{investor}", "{Sales}");
	profile_set(5, "{}", "{}", "{rust}");
	post_add(100, 1, "true");
	scratch_sql("UPDATE posts SET kind = 'cofounder_wanted', tags = '{Rust}'");
	answer = helpers_of(100, 1);
	assert_done(answer);
	scratch_expect(answer,
		"{'items.0.handle': 'member-3',"
		" 'items.0.reasons.0': 'looks for a cofounder',"
		" 'items.0.reasons.1': 'is a founder', 'items.0.reasons.2': 'knows Rust',"
		" 'items.0.reasons.3': 'also in North Star',"
		" 'items.1.handle': 'member-5', 'items.1.reasons.0': 'knows Rust',"
		" 'items.2.handle': 'member-2', 'items.length': 3}");
}

TEST(leaves_out_members_who_cannot_be_found)
{
	struct scratch_answer answer;

	people_add_all(3);
	people_add_as(4, "suspended");
	for (unsigned member = 2; member <= 4; member++)
		profile_set(member, "{ideas}", "{}", "{}");
	scratch_sql("UPDATE profiles SET onboarded_at = NULL WHERE handle = 'member-2'");
	post_add(100, 1, "true");
	answer = helpers_of(100, 1);
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 1);
	assert_string_equal(scratch_string(&answer, "items.0.handle"), "member-3");
}

TEST(shows_them_to_the_author_alone)
{
	people_add_all(3);
	post_add(100, 1, "true");
	post_add(101, 1, "false");
	assert_problem(helpers_of(100, 2), PROBLEM_NOT_AUTHOR);
	assert_problem(helpers_of(101, 2), PROBLEM_POST_NOT_FOUND);
	assert_done(helpers_of(101, 1));
}
