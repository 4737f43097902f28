/*
 * org_slug_races_test.c - organizations that take slugs at the same moment.
 */
#include "tests/handlers/orgs/org_fixture.h"
#include "tests/support/race.h"

#define ROUNDS 50
#define RACERS 16

static const struct op_entry update = {&op_org_update, org_update};

/* A new organization, which person 1 owns. */
static unsigned
new_org(void)
{
	static unsigned number = 1000;

	number++;
	people_add_org(number, "public");
	people_join_as(number, 1, "owner");
	return number;
}

/* Renames an organization, whose former slug stays reserved for `kept`. */
static void
rename_org(unsigned number, const char *slug, const char *kept)
{
	scratch_sql("UPDATE orgs SET slug = '%s' WHERE id = '%s'", slug,
		scratch_uuid_text(number));
	scratch_sql("UPDATE org_slugs SET former_until = now() + interval '%s'"
		    " WHERE former_until IS NOT NULL AND org_id = '%s'",
		kept, scratch_uuid_text(number));
}

static const char *
renaming(unsigned number, const char *slug)
{
	return scratch_printf(JSON({"slug": "org-%u", "newSlug": "%s"}), number, slug);
}

/* Makes every racer a call by person 1. */
static void
begin(struct racer *racers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		racers[i] = (struct racer){
			.entry = &update, .principal = people_principal(1)};
	org_register_get();
	race_open(racers, count);
}

TEST_COMMITTED(two_take_a_slug_that_is_free_again)
{
	struct racer racers[2];

	begin(racers, 2);
	for (unsigned round = 0; round < ROUNDS; round++) {
		const unsigned left = new_org();
		const char *slug = scratch_printf("org-%u", left);

		rename_org(left, scratch_printf("away-%u", left), "0 s");
		racers[0].json = renaming(new_org(), slug);
		racers[1].json = renaming(new_org(), slug);
		race_run(racers, 2);
		assert_int_equal(race_count(racers, 2, PROBLEM_NONE), 1);
		assert_int_equal(race_count(racers, 2, PROBLEM_VALIDATION_FAILED), 1);
		org_expect_sound();
	}
	race_close(racers, 2);
}

/* With four former slugs already, there is room for one more. */
TEST_COMMITTED(an_organization_is_renamed_16_times)
{
	struct racer racers[RACERS];

	begin(racers, RACERS);
	for (unsigned round = 0; round < ROUNDS / 10; round++) {
		const unsigned org = new_org();

		for (unsigned i = 0; i < 4; i++)
			rename_org(org, scratch_printf("name-%u-%u", org, i), "90 days");
		for (unsigned i = 0; i < RACERS; i++)
			racers[i].json =
				renaming(org, scratch_printf("race-%u-%u", org, i));
		race_run(racers, RACERS);
		assert_int_equal(race_count(racers, RACERS, PROBLEM_NONE), 1);
		assert_int_equal(race_count(racers, RACERS, PROBLEM_RATE_LIMITED), 15);
		org_expect_sound();
	}
	race_close(racers, RACERS);
}

int
main(void)
{
	db_ready(scratch_open("orgs"));
	people_add(1);
	return test_main();
}
