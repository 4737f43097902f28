/*
 * admin_race_test.c - invariants under two or fifty concurrent calls of administrators.
 */
#include "tests/handlers/identity/admin_fixture.h"
#include "tests/support/race.h"

#define ROUNDS 200
#define EDIT_ROUNDS 100
#define CLAIMS 50

static const struct op_entry set_role = {
	&op_admin_member_set_role, admin_member_set_role};
static const struct op_entry suspend = {&op_admin_member_suspend, admin_member_suspend};
static const struct op_entry edit = {&op_me_update, me_update};

static struct principal
admin_principal(unsigned number)
{
	const struct uuid id = scratch_uuid(number);

	return scratch_admin(&id);
}

static const char *
about(unsigned member, const char *more)
{
	return scratch_printf("{\"id\": \"%s\"%s}", scratch_id("usr", member), more);
}

/* Members 1 and 2 act on each other repeatedly. */
static void
expect_one_left(const struct op_entry *first, const char *first_json,
	const struct op_entry *second, const char *second_json)
{
	struct racer racers[2] = {
		{.entry = first, .principal = admin_principal(1), .json = first_json},
		{.entry = second, .principal = admin_principal(2), .json = second_json},
	};

	race_open(racers, 2);
	for (int round = 0; round < ROUNDS; round++) {
		scratch_sql("UPDATE members SET role = 'admin', status = 'active'");
		race_run(racers, 2);
		assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 1);
		/* The second caller is no longer an administrator when its turn comes. */
		assert_int_equal(race_count(racers, 2, PROBLEM_ADMIN_REQUIRED) +
				race_count(racers, 2, PROBLEM_MEMBERSHIP_SUSPENDED),
			1);
		people_expect_rows(
			1, "members WHERE role = 'admin' AND status = 'active'");
	}
	race_close(racers, 2);
}

TEST_COMMITTED(two_administrators_who_demote_each_other_leave_one)
{
	expect_one_left(&set_role, about(2, ", \"role\": \"member\""), &set_role,
		about(1, ", \"role\": \"member\""));
}

TEST_COMMITTED(one_who_demotes_and_one_who_suspends_leave_one)
{
	expect_one_left(
		&set_role, about(2, ", \"role\": \"member\""), &suspend, about(1, ""));
}

TEST_COMMITTED(an_edit_during_a_suspension_leaves_the_member_hidden)
{
	struct racer racers[2] = {
		{.entry = &suspend,
			.principal = admin_principal(1),
			.json = about(2, "")},
		{.entry = &edit, .principal = people_principal(2)},
	};

	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(1));
	race_open(racers, 2);
	for (int round = 0; round < EDIT_ROUNDS; round++) {
		scratch_sql("UPDATE members SET status = 'active'");
		people_expect_rows(2, "member_search");
		racers[1].json = scratch_printf(JSON({"bio": "Round %d"}), round);
		race_run(racers, 2);
		assert_int_equal(racers[0].problem, PROBLEM_NONE);
		assert_true(racers[1].problem == PROBLEM_NONE ||
			racers[1].problem == PROBLEM_MEMBERSHIP_SUSPENDED);
		people_expect_rows(1, "member_search");
		people_expect_rows(racers[1].problem == PROBLEM_NONE,
			"profiles WHERE bio = 'Round %d'", round);
	}
	race_close(racers, 2);
}

TEST_COMMITTED(fifty_claims_of_one_handle_admit_one)
{
	struct racer racers[CLAIMS];

	memset(racers, 0, sizeof(racers));
	for (unsigned i = 0; i < CLAIMS; i++) {
		if (i >= 2)
			people_add(1 + i);
		racers[i].entry = &edit;
		racers[i].principal = people_principal(1 + i);
		racers[i].json = JSON({"handle": "the-one"});
	}
	scratch_sql("UPDATE members SET status = 'active'");
	race_open(racers, CLAIMS);
	race_run(racers, CLAIMS);
	assert_int_equal(race_count(racers, CLAIMS, PROBLEM_NONE), 1);
	assert_int_equal(race_count(racers, CLAIMS, PROBLEM_HANDLE_TAKEN), CLAIMS - 1);
	race_close(racers, CLAIMS);
}

int
main(void)
{
	scratch_open("identity");
	people_add_all(2);
	return test_main();
}
