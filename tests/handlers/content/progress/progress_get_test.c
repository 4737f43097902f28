#include "services/content/handlers.h"
#include "tests/handlers/content/progress_fixture.h"

static const struct op_entry entry = {&op_progress_get, progress_get};

static struct scratch_answer
read_as(unsigned member, unsigned number)
{
	return people_call(&entry, member, "%s", progress_id_json(number));
}

static enum problem
get_as(unsigned member, unsigned number)
{
	return read_as(member, number).problem;
}

/* 1 and 2 are in organization 10 and on project 50; 3 is nowhere. */
static void
add_people(void)
{
	people_add_all(3);
	people_add_org(10, "unlisted");
	progress_add_project(50, "private");
	for (unsigned i = 1; i <= 2; i++) {
		people_join(10, i);
		progress_join_project(50, i);
	}
}

TEST(shows_a_public_entry_to_everybody)
{
	add_people();
	progress_add(100, 1, "true", 0);
	scratch_expect(read_as(3, 100),
		"{'id': '%s', 'createdAt': '2026-01-01T00:01:40.000Z', 'canEdit': false}",
		scratch_id("prog", 100));
	scratch_expect(read_as(1, 100), "{'canEdit': true}");
}

TEST(shows_an_entry_without_targets_to_its_author_alone)
{
	add_people();
	progress_add(100, 1, "false", 0);
	assert_int_equal(get_as(1, 100), PROBLEM_NONE);
	assert_int_equal(get_as(2, 100), PROBLEM_PROGRESS_NOT_FOUND);
}

TEST(shows_an_entry_of_an_organization_to_its_members)
{
	add_people();
	progress_add(100, 1, "false", 0);
	progress_publish_to(100, 10);
	scratch_expect(read_as(2, 100), "{'targets.orgs.0.slug': 'org-10'}");
	assert_int_equal(get_as(3, 100), PROBLEM_PROGRESS_NOT_FOUND);
	scratch_sql(
		"DELETE FROM org_members WHERE member_id = '%s'", scratch_uuid_text(2));
	assert_int_equal(get_as(2, 100), PROBLEM_PROGRESS_NOT_FOUND);
}

TEST(shows_an_entry_on_a_project_to_its_roster)
{
	add_people();
	progress_add(100, 1, "false", 50);
	assert_int_equal(get_as(2, 100), PROBLEM_NONE);
	assert_int_equal(get_as(3, 100), PROBLEM_PROGRESS_NOT_FOUND);
	scratch_sql("DELETE FROM project_members");
	assert_int_equal(get_as(1, 100), PROBLEM_NONE);
	assert_int_equal(get_as(2, 100), PROBLEM_PROGRESS_NOT_FOUND);
}

TEST(names_a_private_project_to_those_who_may_know_of_it)
{
	const struct uuid reader = scratch_uuid(3);
	const struct principal admin = scratch_admin(&reader);

	add_people();
	progress_add(100, 1, "true", 50);
	scratch_expect(read_as(2, 100), "{'projectName': 'Project 50'}");
	scratch_expect(read_as(3, 100), "{'projectId': null, 'projectName': null}");
	scratch_expect(scratch_call(&entry, &admin, progress_id_json(100)),
		"{'projectId': '%s'}", scratch_id("proj", 50));
	scratch_sql("UPDATE projects SET visibility = 'network'");
	scratch_expect(read_as(3, 100), "{'projectId': '%s'}", scratch_id("proj", 50));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(950));
	scratch_expect(read_as(3, 100), "{'projectId': null, 'projectName': null}");
}

TEST(outlives_its_project)
{
	add_people();
	progress_add(100, 1, "false", 50);
	scratch_sql("DELETE FROM projects");
	scratch_expect(read_as(1, 100), "{'projectId': null}");
	assert_int_equal(get_as(2, 100), PROBLEM_PROGRESS_NOT_FOUND);
}

TEST(hides_what_a_suspended_member_wrote)
{
	add_people();
	progress_add(100, 1, "true", 50);
	progress_publish_to(100, 10);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	assert_int_equal(get_as(2, 100), PROBLEM_PROGRESS_NOT_FOUND);
}

TEST(answers_not_found_for_what_is_no_entry)
{
	struct scratch_answer answer;

	add_people();
	assert_int_equal(get_as(1, 999), PROBLEM_PROGRESS_NOT_FOUND);
	answer = people_call(&entry, 1, JSON({"id": "%s"}), scratch_id("evt", 1));
	assert_problem(answer, PROBLEM_PROGRESS_NOT_FOUND);
	assert_string_equal(answer.detail, "this is an event's id");
}
