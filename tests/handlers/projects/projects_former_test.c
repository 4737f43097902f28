/*
 * projects_former_test.c - projects and affiliations after an account ends, and what the
 * account's owner is told before.
 */
#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry get = {&op_affiliation_get, affiliation_get};

TEST(takes_a_member_off_every_roster)
{
	project_world("network");
	people_end_account(TEAM_MEMBER);
	assert_int_equal(people_count("SELECT member_count FROM projects"), 1);
	project_expect_sound();
}

TEST(refuses_the_end_of_the_last_lead)
{
	project_world("network");
	scratch_sql(
		"DO $test$ BEGIN BEGIN UPDATE members SET former_at = now(), email ="
		" NULL, status = 'pending' WHERE id = '%s'; EXCEPTION"
		" WHEN check_violation THEN RETURN; END; RAISE 'the database takes it';"
		" END $test$",
		scratch_uuid_text(LEAD));
	project_expect_sound();
}

/* The affiliation belongs to its parties; the person who asked for it is forgotten. */
TEST(forgets_who_asked_and_keeps_the_affiliation)
{
	affiliation_world("network", "active", "org");
	people_join_as(ORG, STRANGER, "owner");
	people_end_account(OWNER);
	scratch_expect(
		people_call(&get, STRANGER, "%s", affiliation_id_json(AFFILIATION)),
		"{'requester': null, 'terms': 'Secret terms'}");
	people_expect_rows(0, "affiliations WHERE requester_id IS NOT NULL");
	project_expect_sound();
}

/* Members export the affiliations that they asked for, and no terms. */
TEST(exports_what_a_member_asked_for)
{
	affiliation_world("private", "active", "project");
	people_expect_rows(
		1, "export_affiliations WHERE member_id = '%s'", scratch_uuid_text(LEAD));
	people_expect_rows(0, "export_affiliations WHERE member_id <> '%s'",
		scratch_uuid_text(LEAD));
	people_expect_rows(0,
		"export_affiliations e WHERE e::text LIKE '%%Secret%%'"
		" OR e::text LIKE '%%Project 50%%'");
	people_expect_rows(1, "export_projects WHERE member_id = '%s'",
		scratch_uuid_text(TEAM_MEMBER));
}
