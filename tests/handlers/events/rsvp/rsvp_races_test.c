/*
 * rsvp_races_test.c - sixty-four concurrent callers at one event of ten places: some
 * come, some cancel, the host changes the capacity and may cancel the event. After each
 * round the whole database is audited. KITH_RACE_ROUNDS says how many rounds; they
 * commit.
 */
#include <stdlib.h>

#include "tests/handlers/events/event_fixture.h"
#include "tests/support/race.h"

#define ROUNDS_USUAL 3
#define CALLERS 64
#define FIRST_MEMBER 1000
#define FIRST_EVENT 10000

static const struct op_entry go = {&op_event_rsvp, event_rsvp};
static const struct op_entry edit = {&op_event_update, event_update};
static const struct op_entry cancel = {&op_event_cancel, event_cancel};

static struct racer racers[CALLERS];

/* The tickets of those who go are older than the tickets of those who wait. */
#define OUT_OF_ORDER \
	"SELECT count(*) FROM events e WHERE (SELECT max(ticket) FROM event_rsvps r" \
	" WHERE r.event_id = e.id AND r.status = 'going') > (SELECT min(ticket)" \
	" FROM event_rsvps r WHERE r.event_id = e.id AND r.status = 'waitlist')"

/* Members with more than one notice that the event is cancelled. */
#define TOLD_TWICE \
	"SELECT count(*) FROM (SELECT payload ->> 'recipient' FROM outbox" \
	" WHERE payload ->> 'kind' = 'event_cancelled'" \
	" GROUP BY payload ->> 'recipient', payload ->> 'subject' HAVING count(*) > 1)" \
	" AS twice"

static void
line_up(unsigned place, const struct op_entry *entry, unsigned member, const char *json)
{
	racers[place].entry = entry;
	racers[place].principal = people_principal(member);
	racers[place].json = json;
}

/* A pseudo-random number from 0, the same in every run. */
static unsigned
dice(unsigned *state, unsigned sides)
{
	*state = *state * 1103515245 + 12345;
	return (*state >> 16) % sides;
}

/* Chooses the action of one caller in a wave of a round; the host has place 0. */
static void
choose(unsigned place, unsigned event, unsigned *state, bool may_cancel)
{
	const char *id = scratch_id("evt", event);
	const unsigned sides = dice(state, 100);
	const char *format = "{\"id\": \"%s\", \"status\": \"going\"}";
	const struct op_entry *entry = &go;
	unsigned member = FIRST_MEMBER + place;

	if (sides < 25) {
		format = "{\"id\": \"%s\", \"status\": \"cancelled\"}";
	} else if (sides < 33) {
		static const char *const edits[] = {"{\"id\": \"%s\", \"capacity\": 10}",
			"{\"id\": \"%s\", \"capacity\": 3}",
			"{\"id\": \"%s\", \"capacity\": 25}",
			"{\"id\": \"%s\", \"capacity\": null}",
			"{\"id\": \"%s\", \"location\": \"Roof\"}"};

		entry = &edit;
		member = HOST;
		format = edits[dice(state, COUNT_OF(edits))];
	} else if (sides < 34 && may_cancel) {
		entry = &cancel;
		member = HOST;
		format = "{\"id\": \"%s\"}";
	}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	line_up(place, entry, member, scratch_printf(format, id));
#pragma GCC diagnostic pop
}

/* The only refusals are those that the round allows, and a timeout on a busy machine,
 * which carries nothing out. */
static void
expect_answers(void)
{
	for (size_t i = 0; i < CALLERS; i++) {
		const enum problem problem = racers[i].problem;

		if (problem != PROBLEM_NONE && problem != PROBLEM_EVENT_NOT_OPEN &&
			problem != PROBLEM_VALIDATION_FAILED &&
			problem != PROBLEM_INVALID_TRANSITION &&
			problem != PROBLEM_TIMEOUT &&
			problem != PROBLEM_SERVICE_UNAVAILABLE)
			fail_msg("caller %zu: %s", i, problems[problem].code);
	}
}

static void
expect_order(unsigned round)
{
	event_expect_sound();
	assert_int_equal(people_count(OUT_OF_ORDER), 0);
	if (people_count(TOLD_TWICE) != 0)
		fail_msg("somebody was told twice in round %u", round);
}

static unsigned
rounds(void)
{
	const char *wanted = getenv("KITH_RACE_ROUNDS");

	return wanted == NULL ? ROUNDS_USUAL : (unsigned)strtoul(wanted, NULL, 10);
}

TEST_COMMITTED(never_gives_a_place_twice_and_keeps_the_queue)
{
	const unsigned count = rounds();
	unsigned state = 4711;

	people_add(HOST);
	for (unsigned i = 0; i < CALLERS; i++)
		people_add(FIRST_MEMBER + i);
	for (unsigned i = 0; i < CALLERS; i++)
		line_up(i, &go, FIRST_MEMBER + i, "{}");
	race_open(racers, CALLERS);
	for (unsigned round = 0; round < count; round++) {
		const unsigned event = FIRST_EVENT + round;

		event_add(event, HOST, 0, "published", "public");
		event_set(event, "capacity = 10");
		for (unsigned wave = 0; wave < 2; wave++) {
			for (unsigned i = 0; i < CALLERS; i++)
				choose(i, event, &state, wave == 1);
			race_run(racers, CALLERS);
			expect_answers();
		}
		expect_order(round);
		scratch_sql("DELETE FROM outbox; DELETE FROM events");
	}
	race_close(racers, CALLERS);
}

/* The first ten in the order of their tickets go, and the others wait. */
TEST_COMMITTED(gives_ten_places_to_sixty_four_who_come_at_once)
{
	const char *json = scratch_printf("{\"id\": \"%s\", \"status\": \"going\"}",
		scratch_id("evt", FIRST_EVENT));

	event_add(FIRST_EVENT, HOST, 0, "published", "public");
	event_set(FIRST_EVENT, "capacity = 10");
	for (unsigned i = 0; i < CALLERS; i++)
		line_up(i, &go, FIRST_MEMBER + i, json);
	race_open(racers, CALLERS);
	race_run(racers, CALLERS);
	race_close(racers, CALLERS);
	assert_int_equal(race_count(racers, CALLERS, PROBLEM_NONE), CALLERS);
	people_expect_rows(
		CALLERS, "event_rsvps WHERE (status = 'going') = (ticket <= 10)");
	expect_order(0);
}
