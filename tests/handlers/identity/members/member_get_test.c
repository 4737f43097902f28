#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_member_get, member_get};

static struct scratch_answer
get(const char *handle)
{
	return people_call(&entry, 1, JSON({"handle": "%s"}), handle);
}

TEST(shows_a_profile_without_the_address)
{
	struct scratch_answer answer;

	people_add_all(2);
	scratch_sql(
		"UPDATE profiles SET headline = 'h', bio = 'b', roles = '{founder}',"
		" skills = '{s}', looking_for = '{team}', affiliation = 'a', program ="
		" 'p', location = 'l', links = '{\"site\": \"https://example.org\"}',"
		" visibility = 'public', created_at = '2026-01-02Z'"
		" WHERE member_id = '%s'",
		scratch_uuid_text(2));
	answer = get("member-2");
	scratch_expect(answer,
		"{'userId': '%s', 'handle': 'member-2', 'name': 'Member 2',"
		" 'headline': 'h', 'bio': 'b', 'roles.0': 'founder', 'skills.0': 's',"
		" 'lookingFor.0': 'team', 'affiliation': 'a', 'program': 'p',"
		" 'location': 'l', 'links.site': 'https://example.org',"
		" 'visibility': 'public', 'createdAt': '2026-01-02T00:00:00.000Z',"
		" 'image': null}",
		scratch_id("usr", 2));
	assert_null(strstr(answer.text, "@"));
}

TEST(finds_only_active_and_onboarded_members)
{
	people_add(1);
	people_add_as(2, "pending");
	people_add_as(3, "suspended");
	people_add(4);
	scratch_sql("UPDATE profiles SET onboarded_at = NULL WHERE handle = 'member-4'");
	assert_done(get("member-1"));
	assert_problem(get("member-2"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(get("member-3"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(get("member-4"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(get("member-5"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(get("No Handle!"), PROBLEM_MEMBER_NOT_FOUND);
}

/* Organization `number`, of which these members are members; 0 ends them. */
static void
add_org(unsigned number, unsigned one, unsigned other)
{
	const unsigned members[] = {one, other};

	scratch_sql("INSERT INTO orgs (id, slug, name) VALUES ('%s', 'org-%u', 'Org %u')",
		scratch_uuid_text(number), number, number);
	for (size_t i = 0; i < 2 && members[i] != 0; i++)
		scratch_sql("INSERT INTO org_members (org_id, member_id, role)"
			    " VALUES ('%s', '%s', 'member')",
			scratch_uuid_text(number), scratch_uuid_text(members[i]));
}

/* The number of shared organizations. */
static size_t
shared(const char *handle)
{
	struct scratch_answer answer = get(handle);

	return json_array_size(scratch_at(&answer, "sharedOrgs"));
}

TEST(names_the_organizations_of_both)
{
	people_add_all(2);
	add_org(100, 1, 2);
	add_org(101, 1, 0);
	add_org(102, 2, 0);
	scratch_expect(get("member-2"),
		"{'sharedOrgs.0.slug': 'org-100', 'sharedOrgs.0.name': 'Org 100',"
		" 'sharedOrgs.0.logo': null}");
	assert_int_equal(shared("member-2"), 1);
	assert_int_equal(shared("member-1"), 0);
}
