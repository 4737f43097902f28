/*
 * org_races_test.c - invariants of organizations under concurrent calls, 200 rounds each.
 * Each caller has a thread and a connection of its own, with the rights of the service,
 * and commits; after each round the whole database is audited.
 */
#include "tests/handlers/orgs/org_fixture.h"
#include "tests/support/race.h"

#define ROUNDS 200
#define RACERS_MAX 16

static struct racer racers[RACERS_MAX];

static const struct op_entry leave = {&op_org_leave, org_leave};
static const struct op_entry set_role = {&op_org_member_set_role, org_member_set_role};
static const struct op_entry remove_member = {&op_org_member_remove, org_member_remove};
static const struct op_entry join = {&op_org_join, org_join};
static const struct op_entry accept_invitation = {
	&op_org_invitation_accept, org_invitation_accept};
static const struct op_entry approve = {
	&op_org_join_request_approve, org_join_request_approve};
static const struct op_entry decline = {
	&op_org_join_request_decline, org_join_request_decline};
static const struct op_entry withdraw = {
	&op_org_join_request_withdraw, org_join_request_withdraw};
static const struct op_entry apply = {&op_org_application_create, org_application_create};
static const struct op_entry invite = {&op_org_invitation_create, org_invitation_create};
static const struct op_entry approve_application = {
	&op_admin_org_application_approve, admin_org_application_approve};

/* Prepares a call; single quotes become double ones. */
static void __attribute__((format(printf, 4, 5))) line_up(size_t place,
	const struct op_entry *entry, unsigned member, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	racers[place].json = scratch_json(format, arguments);
	va_end(arguments);
	racers[place].entry = entry;
	racers[place].principal = people_principal(member);
}

/* Runs the first `count` racers at once and audits the database. */
static void
race(size_t count)
{
	race_run(racers, count);
	org_expect_sound();
}

static size_t
answered(size_t count, enum problem problem)
{
	return race_count(racers, count, problem);
}

/* A new organization with a policy and member 1 as its owner. */
static unsigned
new_org(const char *policy)
{
	static unsigned number = 1000;

	number++;
	people_add_org(number, "public");
	scratch_sql("UPDATE orgs SET join_policy = '%s' WHERE id = '%s'", policy,
		scratch_uuid_text(number));
	people_join_as(number, 1, "owner");
	org_register_get();
	return number;
}

TEST_COMMITTED(two_owners_leave)
{
	for (int round = 0; round < ROUNDS; round++) {
		unsigned org = new_org("open");

		people_join_as(org, 2, "owner");
		line_up(0, &leave, 1, JSON({"slug": "org-%u"}), org);
		line_up(1, &leave, 2, JSON({"slug": "org-%u"}), org);
		race(2);
		assert_int_equal(answered(2, PROBLEM_NONE), 1);
		assert_int_equal(answered(2, PROBLEM_LAST_OWNER), 1);
	}
}

TEST_COMMITTED(an_owner_demotes_the_other_while_leaving)
{
	static const char demote[] =
		JSON({"slug": "org-%u", "userId": "%s", "role": "member"});

	for (int round = 0; round < ROUNDS; round++) {
		unsigned org = new_org("open");

		people_join_as(org, 2, "owner");
		line_up(0, &set_role, 1, demote, org, scratch_id("usr", 2));
		line_up(1, &leave, 1, JSON({"slug": "org-%u"}), org);
		line_up(2, &set_role, 2, demote, org, scratch_id("usr", 1));
		race(round % 2 == 0 ? 2 : 3);
		assert_true(answered(2, PROBLEM_NONE) >= 1 || round % 2 == 1);
	}
}

TEST_COMMITTED(one_invitation_is_accepted_16_times)
{
	for (int round = 0; round < ROUNDS; round++) {
		unsigned org = new_org("invite_only");

		scratch_sql("INSERT INTO org_invitations (id, org_id, email, role, hash,"
			    " to_stranger, expires_at) VALUES (gen_random_uuid(), '%s',"
			    " 'member3@example.org', 'admin', sha256('word %d'), false,"
			    " now() + interval '1 day')",
			scratch_uuid_text(org), round);
		for (size_t i = 0; i < RACERS_MAX; i++)
			line_up(i, &accept_invitation, 3, JSON({"token": "word %d"}),
				round);
		race(RACERS_MAX);
		assert_int_equal(answered(RACERS_MAX, PROBLEM_NONE), RACERS_MAX);
		assert_int_equal(people_count("SELECT member_count FROM orgs"
					      " WHERE slug = 'org-%u'",
					 org),
			2);
	}
}

TEST_COMMITTED(sixteen_join_at_once)
{
	for (int round = 0; round < ROUNDS; round++) {
		const bool same = round % 2 == 1;
		unsigned org = new_org(round % 4 < 2 ? "open" : "request");

		for (unsigned i = 0; i < RACERS_MAX; i++)
			line_up(i, &join, same ? 3 : 3 + i, JSON({"slug": "org-%u"}),
				org);
		race(RACERS_MAX);
		assert_int_equal(answered(RACERS_MAX, PROBLEM_NONE), RACERS_MAX);
		assert_int_equal(
			people_count("SELECT (SELECT count(*) FROM org_members WHERE"
				     " org_id = '%s') + (SELECT count(*) FROM"
				     " org_join_requests WHERE org_id = '%s')",
				scratch_uuid_text(org), scratch_uuid_text(org)),
			same ? 2 : RACERS_MAX + 1);
	}
}

TEST_COMMITTED(a_request_is_approved_and_declined)
{
	for (unsigned round = 0; round < ROUNDS; round++) {
		unsigned org = new_org("request");
		const char *id = scratch_id("jreq", 5000 + round);
		bool inside;

		people_join_as(org, 2, "admin");
		org_request(5000 + round, org, 3, "pending");
		line_up(0, &approve, 1, JSON({"slug": "org-%u", "id": "%s"}), org, id);
		line_up(1, &decline, 2, JSON({"slug": "org-%u", "id": "%s"}), org, id);
		race(2);
		assert_int_equal(answered(2, PROBLEM_NONE), 1);
		assert_int_equal(answered(2, PROBLEM_INVALID_TRANSITION), 1);
		inside = people_count(
				 "SELECT count(*) FROM org_members WHERE org_id = '%s'"
				 " AND member_id = '%s'",
				 scratch_uuid_text(org), scratch_uuid_text(3)) == 1;
		assert_true(inside == (racers[0].problem == PROBLEM_NONE));
	}
}

/* A member who was let in has no request left, and one who withdrew is not in. */
TEST_COMMITTED(a_request_is_approved_and_withdrawn)
{
	for (unsigned round = 0; round < ROUNDS / 4; round++) {
		const unsigned org = new_org("request");

		org_request(7000 + round, org, 3, "pending");
		line_up(0, &approve, 1, JSON({"slug": "org-%u", "id": "%s"}), org,
			scratch_id("jreq", 7000 + round));
		line_up(1, &withdraw, 3, JSON({"slug": "org-%u"}), org);
		race(2);
		assert_int_equal(answered(2, PROBLEM_NONE), 1);
		assert_int_equal(answered(2, PROBLEM_JOIN_REQUEST_NOT_FOUND), 1);
	}
}

/* In either order, the removed admin has no pending invitation. */
TEST_COMMITTED(an_admin_invites_while_being_removed)
{
	for (int round = 0; round < ROUNDS; round++) {
		unsigned org = new_org("invite_only");

		people_join_as(org, 2, "admin");
		line_up(0, &remove_member, 1, JSON({"slug": "org-%u", "userId": "%s"}),
			org, scratch_id("usr", 2));
		line_up(1, &invite, 2,
			"{'slug': 'org-%u', 'email': 'second@example.org', 'role':"
			" 'admin'}",
			org);
		race(2);
		assert_int_equal(racers[0].problem, PROBLEM_NONE);
		people_expect_rows(0,
			"org_invitations WHERE status = 'pending' AND invited_by = '%s'",
			scratch_uuid_text(2));
		scratch_sql("DELETE FROM org_invitation_counts");
	}
}

TEST_COMMITTED(two_apply_for_one_slug)
{
	static const char input[] =
		JSON({"slug": "race-%d", "name": "Race", "applicantRole": "Runner"});

	for (int round = 0; round < ROUNDS; round++) {
		line_up(0, &apply, 1, input, round);
		line_up(1, &apply, 2, input, round);
		race(2);
		assert_int_equal(answered(2, PROBLEM_NONE), 1);
		assert_int_equal(answered(2, PROBLEM_VALIDATION_FAILED), 1);
		scratch_sql("UPDATE org_applications SET status = 'declined',"
			    " decided_at = now() WHERE status = 'pending'");
	}
}

TEST_COMMITTED(an_application_is_approved_16_times)
{
	for (unsigned round = 0; round < ROUNDS / 10; round++) {
		scratch_sql(
			"INSERT INTO org_applications (id, applicant_id, slug, name,"
			" kind, description, location, website, applicant_role, message)"
			" VALUES ('%s', '%s', 'approved-%u', 'Race', 'club', '', '', '',"
			" 'Runner', '')",
			scratch_uuid_text(7000 + round), scratch_uuid_text(1), round);
		for (size_t i = 0; i < RACERS_MAX; i++)
			line_up(i, &approve_application, people_admin, JSON({"id": "%s"}),
				scratch_id("oapp", 7000 + round));
		race(RACERS_MAX);
		assert_int_equal(answered(RACERS_MAX, PROBLEM_NONE), RACERS_MAX);
		people_expect_rows(1, "orgs WHERE slug = 'approved-%u'", round);
	}
}

/* The limit of a member counts across organizations, whose locks do not serialize the
 * calls. */
TEST_COMMITTED(a_member_invites_in_16_organizations_at_once)
{
	unsigned orgs[RACERS_MAX];

	for (size_t i = 0; i < RACERS_MAX; i++)
		orgs[i] = new_org("open");
	scratch_sql(
		"INSERT INTO org_invitation_counts (member_id, count) VALUES ('%s', 40)",
		scratch_uuid_text(1));
	for (size_t i = 0; i < RACERS_MAX; i++)
		line_up(i, &invite, 1,
			JSON({"slug": "org-%u", "email": "new@example.org"}), orgs[i]);
	race(RACERS_MAX);
	assert_int_equal(answered(RACERS_MAX, PROBLEM_NONE), 10);
	assert_int_equal(answered(RACERS_MAX, PROBLEM_RATE_LIMITED), 6);
}

int
main(void)
{
	int failed;

	scratch_open("orgs");
	db_ready(scratch_open("orgs"));
	people_admin = 99;
	people_add_all(2 + RACERS_MAX);
	people_add(people_admin);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(people_admin));
	for (size_t i = 0; i < RACERS_MAX; i++)
		racers[i].entry = &leave;
	race_open(racers, RACERS_MAX);
	failed = test_main();
	race_close(racers, RACERS_MAX);
	return failed;
}
