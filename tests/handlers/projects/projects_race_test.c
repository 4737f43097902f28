/*
 * projects_race_test.c - invariants of projects under concurrent calls. Each caller has a
 * connection of its own, with the rights of the service, and commits; after each round
 * the whole database is audited.
 *
 * KITH_RACE_ROUNDS is the number of rounds, 200 by default. The rows of a round are
 * deleted after it, so that the audit of the last round takes as long as the first.
 */
#include <stdlib.h>

#include "services/orgs/handlers.h"
#include "tests/handlers/projects/project_fixture.h"
#include "tests/support/race.h"

#define RACERS 4

static const struct op_entry leave = {&op_project_leave, project_leave};
static const struct op_entry remove_member = {&op_project_remove, project_remove};
static const struct op_entry assign = {&op_project_assign, project_assign};
static const struct op_entry update = {&op_project_update, project_update};
static const struct op_entry delete = {&op_project_delete, project_delete};
static const struct op_entry request = {&op_affiliation_request, affiliation_request};
static const struct op_entry invite = {&op_affiliation_invite, affiliation_invite};
static const struct op_entry accept_it = {&op_affiliation_accept, affiliation_accept};
static const struct op_entry cancel = {&op_affiliation_cancel, affiliation_cancel};

static const struct op_entry remove_admin = {&op_org_member_remove, org_member_remove};

static unsigned next = 1000;

static unsigned
rounds(void)
{
	const char *asked = getenv("KITH_RACE_ROUNDS");

	return asked == NULL ? 200 : (unsigned)strtoul(asked, NULL, 10);
}

/* The people and the organization, once for all tests. */
static void
prepare(void)
{
	if (people_count("SELECT count(*) FROM members") == 0) {
		project_world("network");
		scratch_sql("DELETE FROM projects");
	}
}

/* A project with two leads. */
static unsigned
new_project(void)
{
	next++;
	project_add(next, "network");
	project_put(next, LEAD, "lead");
	project_put(next, TEAM_MEMBER, "lead");
	return next;
}

static struct racer
racer(const struct op_entry *entry, unsigned member)
{
	return (struct racer){.entry = entry, .principal = people_principal(member)};
}

/* Runs the racers on one project after the other; `input` makes the input of each. */
static void
race(struct racer *racers, size_t count,
	const char *(*input)(size_t place, unsigned project),
	void (*check)(const struct racer *racers, unsigned project))
{
	prepare();
	race_open(racers, count);
	for (unsigned round = 0; round < rounds(); round++) {
		unsigned project = new_project();

		for (size_t i = 0; i < count; i++)
			racers[i].json = input(i, project);
		race_run(racers, count);
		check(racers, project);
		project_expect_sound();
		scratch_sql("DELETE FROM projects; DELETE FROM outbox");
	}
	race_close(racers, count);
}

/* ---- the last lead ---- */

static const char *
leave_input(size_t place, unsigned project)
{
	(void)place;
	return project_id_json(project);
}

static void
one_lead_stays(const struct racer *racers, unsigned project)
{
	(void)project;
	assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 1);
	assert_int_equal(race_count(racers, 2, PROBLEM_LAST_LEAD), 1);
}

TEST_COMMITTED(two_leads_leave)
{
	struct racer racers[] = {racer(&leave, LEAD), racer(&leave, TEAM_MEMBER)};

	race(racers, 2, leave_input, one_lead_stays);
}

/* Each removes the other, so the second caller is no lead any more. */
static const char *
each_other(size_t place, unsigned project)
{
	return scratch_printf(JSON({"id": "%s", "userId": "%s"}),
		scratch_id("proj", project),
		scratch_id("usr", place == 0 ? TEAM_MEMBER : LEAD));
}

static void
one_is_off(const struct racer *racers, unsigned project)
{
	(void)project;
	assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 1);
	assert_int_equal(race_count(racers, 2, PROBLEM_PROJECT_LEAD_REQUIRED), 1);
}

TEST_COMMITTED(two_leads_take_each_other_off)
{
	struct racer racers[] = {
		racer(&remove_member, LEAD), racer(&remove_member, TEAM_MEMBER)};

	race(racers, 2, each_other, one_is_off);
}

static const char *
demote_oneself(size_t place, unsigned project)
{
	return scratch_printf(JSON({"id": "%s", "handle": "member-%u", "role": "member"}),
		scratch_id("proj", project), place == 0 ? LEAD : TEAM_MEMBER);
}

TEST_COMMITTED(two_leads_step_back)
{
	struct racer racers[] = {racer(&assign, LEAD), racer(&assign, TEAM_MEMBER)};

	race(racers, 2, demote_oneself, one_lead_stays);
}

/* ---- the archive ---- */

static const char *
archive_and_add(size_t place, unsigned project)
{
	return scratch_printf(place == 0 ? JSON({"id": "%s", "status": "archived"})
					 : JSON({"id": "%s", "handle": "member-6"}),
		scratch_id("proj", project));
}

/* A member who was added was added before the archiving: the answer and the roster
 * agree. */
static void
nobody_comes_late(const struct racer *racers, unsigned project)
{
	long people = people_count("SELECT member_count FROM projects WHERE id = '%s'",
		scratch_uuid_text(project));

	assert_int_equal(racers[0].problem, PROBLEM_NONE);
	if (racers[1].problem != PROBLEM_NONE)
		assert_int_equal(racers[1].problem, PROBLEM_PROJECT_ARCHIVED);
	assert_int_equal(people, racers[1].problem == PROBLEM_NONE ? 3 : 2);
}

TEST_COMMITTED(a_project_is_archived_while_somebody_is_added)
{
	struct racer racers[] = {racer(&update, LEAD), racer(&assign, TEAM_MEMBER)};

	race(racers, 2, archive_and_add, nobody_comes_late);
}

static void
nothing_is_left(const struct racer *racers, unsigned project)
{
	assert_int_equal(racers[0].problem, PROBLEM_NONE);
	if (racers[1].problem != PROBLEM_NONE)
		assert_int_equal(racers[1].problem, PROBLEM_PROJECT_NOT_FOUND);
	people_expect_rows(
		0, "project_members WHERE project_id = '%s'", scratch_uuid_text(project));
}

static const char *
delete_and_add(size_t place, unsigned project)
{
	return place == 0 ? project_id_json(project) : archive_and_add(1, project);
}

TEST_COMMITTED(a_project_is_deleted_while_somebody_is_added)
{
	struct racer racers[] = {racer(&delete, LEAD), racer(&assign, TEAM_MEMBER)};

	race(racers, 2, delete_and_add, nothing_is_left);
}

/* ---- affiliations ---- */

static const char *
ask(size_t place, unsigned project)
{
	return scratch_printf(JSON({"project": "%s", "org": "org-10", "kind": "%s"}),
		scratch_id("proj", project), place % 2 == 0 ? "program" : "investor");
}

static void
there_is_one(const struct racer *racers, unsigned project)
{
	assert_int_equal(race_count(racers, RACERS, PROBLEM_NONE), 1);
	assert_int_equal(
		race_count(racers, RACERS, PROBLEM_AFFILIATION_EXISTS), RACERS - 1);
	people_expect_rows(
		1, "affiliations WHERE project_id = '%s'", scratch_uuid_text(project));
	/* The daily quota is not what is tested. */
	scratch_sql("DELETE FROM creations");
}

TEST_COMMITTED(both_sides_ask_at_once)
{
	struct racer racers[RACERS] = {racer(&request, LEAD), racer(&invite, OWNER),
		racer(&request, TEAM_MEMBER), racer(&invite, ORG_ADMIN)};

	race(racers, RACERS, ask, there_is_one);
}

/* An affiliation of the project, with the same number. */
static const char *
decide(size_t place, unsigned project)
{
	if (place == 0)
		project_affiliate(project, project, ORG, "pending", "project");
	return affiliation_id_json(project);
}

static void
one_decision_stands(const struct racer *racers, unsigned project)
{
	const char *status =
		scratch_value("SELECT status FROM affiliations WHERE id = '%s'",
			scratch_uuid_text(project));
	const bool accepted = racers[0].problem == PROBLEM_NONE;

	assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 1);
	assert_int_equal(race_count(racers, 2, PROBLEM_INVALID_TRANSITION), 1);
	assert_string_equal(status, accepted ? "active" : "cancelled");
	people_expect_rows(accepted ? 2 : 0, "org_invitations WHERE status = 'pending'");
	scratch_sql("DELETE FROM org_invitations; DELETE FROM org_invitation_counts");
}

TEST_COMMITTED(one_side_accepts_while_the_other_cancels)
{
	struct racer racers[] = {racer(&accept_it, OWNER), racer(&cancel, LEAD)};

	race(racers, 2, decide, one_decision_stands);
}

/* Both accept, and each member is invited once. */
static void
nobody_is_invited_twice(const struct racer *racers, unsigned project)
{
	(void)project;
	assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 2);
	people_expect_rows(2, "org_invitations");
	scratch_sql("DELETE FROM org_invitations; DELETE FROM org_invitation_counts");
}

TEST_COMMITTED(two_admins_accept_at_once)
{
	struct racer racers[] = {racer(&accept_it, OWNER), racer(&accept_it, ORG_ADMIN)};

	race(racers, 2, decide, nobody_is_invited_twice);
}

/* In either order, the removed person has no pending invitation. */
static const char *
accept_and_remove(size_t place, unsigned project)
{
	if (place == 0)
		return decide(0, project);
	scratch_sql(
		"INSERT INTO org_members (org_id, member_id, role) VALUES ('%s', '%s',"
		" 'admin') ON CONFLICT DO NOTHING",
		scratch_uuid_text(ORG), scratch_uuid_text(ORG_ADMIN));
	return scratch_printf(
		JSON({"slug": "org-10", "userId": "%s"}), scratch_id("usr", ORG_ADMIN));
}

static void
nothing_is_out(const struct racer *racers, unsigned project)
{
	(void)project;
	if (racers[0].problem != PROBLEM_NONE)
		assert_int_equal(racers[0].problem, PROBLEM_ORG_ROLE_REQUIRED);
	assert_int_equal(racers[1].problem, PROBLEM_NONE);
	people_expect_rows(0, "org_invitations WHERE status = 'pending'");
	scratch_sql("DELETE FROM org_invitations; DELETE FROM org_invitation_counts;"
		    " UPDATE orgs SET member_count = 3");
}

TEST_COMMITTED(an_admin_accepts_while_being_removed)
{
	struct racer racers[] = {
		racer(&accept_it, ORG_ADMIN), racer(&remove_admin, OWNER)};

	race(racers, 2, accept_and_remove, nothing_is_out);
}
