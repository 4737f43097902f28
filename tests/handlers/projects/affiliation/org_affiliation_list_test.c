#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_org_affiliation_list, org_affiliation_list};

/* Adds projects 50 to 54 in each of the states, and 55 private and active. */
static void
add_states(void)
{
	static const char *const states[] = {
		"pending", "active", "declined", "cancelled", "ended"};

	project_world("network");
	for (unsigned i = 0; i < COUNT_OF(states); i++) {
		if (i > 0) {
			project_add(PROJECT + i, "network");
			project_put(PROJECT + i, LEAD, "lead");
		}
		project_affiliate(70 + i, PROJECT + i, ORG, states[i], "project");
	}
	project_add(55, "private");
	project_put(55, LEAD, "lead");
	project_affiliate(75, 55, ORG, "active", "project");
}

/* Compares the names of the projects of a page. */
static void
expect(unsigned caller, const char *json, const char *names)
{
	struct scratch_answer answer = people_call(&entry, caller, "%s", json);
	const json_t *items = scratch_at(&answer, "items");
	const char *found = "";

	for (size_t i = 0; i < json_array_size(items); i++)
		found = scratch_printf("%s%s ", found,
			scratch_string(
				&answer, scratch_printf("items.%zu.project.name", i)));
	assert_string_equal(found, names);
}

TEST(shows_owners_and_admins_every_state)
{
	add_states();
	expect(OWNER, JSON({"org": "org-10"}),
		"Project 55 Project 54 Project 53 Project 52 Project 51 Project 50 ");
	expect(ORG_ADMIN, JSON({"org": "org-10", "status": "pending"}), "Project 50 ");
	expect(ORG_ADMIN, JSON({"org": "org-10", "status": "active"}),
		"Project 55 Project 51 ");
	expect(ORG_ADMIN, JSON({"org": "org-10", "status": "ended"}), "Project 54 ");
}

TEST(shows_other_members_the_active_ones)
{
	add_states();
	expect(ORG_MEMBER, JSON({"org": "org-10"}), "A private project Project 51 ");
	expect(ORG_MEMBER, JSON({"org": "org-10", "status": "active"}),
		"A private project Project 51 ");
	assert_problem(people_call(&entry, ORG_MEMBER, "%s",
			       JSON({"org": "org-10", "status": "ended"})),
		PROBLEM_ORG_ROLE_REQUIRED);
	project_put(55, ORG_MEMBER, "member");
	expect(ORG_MEMBER, JSON({"org": "org-10"}), "Project 55 Project 51 ");
}

TEST(is_for_members_of_the_organization)
{
	static const enum problem expected[PERSON_END] = {
		[LEAD] = PROBLEM_ORG_ROLE_REQUIRED,
		[TEAM_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};

	add_states();
	people_expect(&entry, JSON({"org": "org-10"}), expected, PERSON_END);
	project_expect_all(&entry, JSON({"org": "org-11"}), PROBLEM_ORG_NOT_FOUND);
}

TEST(names_no_private_project_whose_affiliation_is_over)
{
	add_states();
	scratch_sql("UPDATE projects SET visibility = 'private'");
	expect(OWNER, JSON({"org": "org-10", "status": "ended"}), "A private project ");
	expect(OWNER, JSON({"org": "org-10", "status": "pending"}), "Project 50 ");
}

/* The largest page of the largest records fits into a message. */
TEST(bounds_what_a_page_holds)
{
	struct scratch_answer answer;

	project_world("network");
	for (unsigned member = 100; member < 120; member++) {
		people_add(member);
		project_put(PROJECT, member, "member");
	}
	scratch_sql("UPDATE members SET name = repeat('\xf0\x9f\x98\x80', 80);"
		    " UPDATE profiles SET headline = repeat('\xf0\x9f\x98\x80', 120);"
		    " UPDATE project_members SET title = repeat('\xf0\x9f\x98\x80', 80)");
	scratch_sql(
		"INSERT INTO projects (id, name, summary, member_count)"
		" SELECT ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid,"
		" repeat('\xf0\x9f\x98\x80', 80), repeat('\xf0\x9f\x98\x80', 280), 22"
		" FROM generate_series(1, 100) AS n");
	scratch_sql("INSERT INTO project_members (project_id, member_id, role, title)"
		    " SELECT j.id, r.member_id, r.role, r.title FROM projects j,"
		    " project_members r WHERE j.id <> '%s'",
		scratch_uuid_text(PROJECT));
	scratch_sql(
		"INSERT INTO affiliations (id, project_id, org_id, kind, initiated_by,"
		" message, cohort, terms, terms_updated_at, requester_id)"
		" SELECT gen_random_uuid(), j.id, o.id, 'program', 'project',"
		" repeat('\xf0\x9f\x98\x80', 500), repeat('\xf0\x9f\x98\x80', 80),"
		" repeat('\xf0\x9f\x98\x80', 4000), now(), '%s' FROM projects j, orgs o",
		scratch_uuid_text(LEAD));
	answer = people_call(&entry, OWNER, "%s", JSON({"org": "org-10", "limit": 100}));
	scratch_expect(answer, "{'items.length': 100}");
	assert_int_equal(json_array_size(scratch_at(&answer, "items.0.joiningMembers")),
		AFFILIATION_JOINING_FEW);
	assert_in_range(answer.call->reply.size, 3000000, 4 * 1024 * 1024 - 64 * 1024);
}
