/*
 * intro_race_test.c - of concurrent requests or answers, exactly one counts.
 */
#include "tests/handlers/notifications/intro_fixture.h"
#include "tests/support/race.h"

#define ROUNDS 50
#define RACERS 16

static const struct op_entry create_entry = {&op_intro_create, intro_create};
static const struct op_entry accept_entry = {&op_intro_accept, intro_accept};
static const struct op_entry decline_entry = {&op_intro_decline, intro_decline};

/* Adds the members once for all races. */
static void
open_world(void)
{
	if (people_count("SELECT count(*) FROM members") == 0)
		intro_world();
	scratch_sql("DELETE FROM intros");
	scratch_sql("DELETE FROM outbox");
}

TEST_COMMITTED(of_accepting_and_declining_one_counts)
{
	const struct uuid recipient = scratch_uuid(RECIPIENT);
	struct racer racers[2] = {
		{.entry = &accept_entry, .principal = scratch_member(&recipient)},
		{.entry = &decline_entry, .principal = scratch_member(&recipient)},
	};

	open_world();
	race_open(racers, 2);
	for (unsigned round = 0; round < ROUNDS; round++) {
		bool accepted;

		open_world();
		intro_add(INTRO, SENDER, RECIPIENT, "pending", "1 day");
		racers[0].json = racers[1].json = intro_id_json(INTRO);
		race_run(racers, 2);
		assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 1);
		assert_int_equal(race_count(racers, 2, PROBLEM_INVALID_TRANSITION), 1);
		accepted = racers[0].problem == PROBLEM_NONE;
		assert_string_equal(scratch_value("SELECT status FROM intros"),
			accepted ? "accepted" : "declined");
		assert_int_equal(people_notices("intro_accepted", SENDER), accepted);
	}
	race_close(racers, 2);
}

TEST_COMMITTED(of_equal_requests_one_is_made)
{
	const struct uuid sender = scratch_uuid(SENDER);
	struct racer racers[RACERS];

	open_world();
	for (unsigned i = 0; i < RACERS; i++)
		racers[i] = (struct racer){.entry = &create_entry,
			.principal = scratch_member(&sender),
			.json = JSON({
				"contextKind": "profile",
				"toHandle": "member-2",
				"message": "Hello"
			})};
	race_open(racers, RACERS);
	race_run(racers, RACERS);
	assert_int_equal(race_count(racers, RACERS, PROBLEM_NONE), 1);
	assert_int_equal(race_count(racers, RACERS, PROBLEM_INTRO_EXISTS), RACERS - 1);
	assert_int_equal(people_notices("intro_received", RECIPIENT), 1);
	race_close(racers, RACERS);
}

TEST_COMMITTED(of_many_requests_at_once_ten_are_made)
{
	const struct uuid sender = scratch_uuid(SENDER);
	struct racer racers[RACERS];

	open_world();
	for (unsigned i = 0; i < RACERS; i++) {
		people_add(20 + i);
		racers[i] = (struct racer){.entry = &create_entry,
			.principal = scratch_member(&sender),
			.json = scratch_printf(JSON({
				"contextKind": "profile",
				"toHandle": "member-%u",
				"message": "Hello"
			}),
				20 + i)};
	}
	race_open(racers, RACERS);
	race_run(racers, RACERS);
	assert_int_equal(race_count(racers, RACERS, PROBLEM_NONE), 10);
	assert_int_equal(race_count(racers, RACERS, PROBLEM_RATE_LIMITED), RACERS - 10);
	race_close(racers, RACERS);
}
