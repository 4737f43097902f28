#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_update, event_update};

static struct scratch_answer
update(const char *fields)
{
	return people_call(
		&entry, HOST, "{'id': '%s', %s}", scratch_id("evt", OWN_EVENT), fields);
}

static long
sequence(void)
{
	return people_count("SELECT sequence FROM events WHERE id = '%s'",
		scratch_uuid_text(OWN_EVENT));
}

TEST(edits_for_those_who_manage_it)
{
	event_world("published");
	event_expect_managers_only(&entry, ", 'title': 'Renamed'");
}

TEST(changes_what_is_given_and_nothing_else)
{
	event_world("draft");
	scratch_expect(update("'title': ' Renamed ', 'capacity': 7"),
		"{'title': 'Renamed', 'description': 'Text',"
		" 'joinUrl': 'https://join.example/1', 'capacity': 7}");
	scratch_expect(update("'capacity': null, 'joinUrl': null"),
		"{'capacity': null, 'joinUrl': null}");
	people_expect_fault(update("'title': null"), "#/title", FAULT_TYPE);
}

TEST(counts_each_change_and_no_repetition)
{
	event_world("published");
	update("'title': 'Renamed'");
	assert_int_equal(sequence(), 1);
	update("'title': 'Renamed'");
	assert_int_equal(sequence(), 1);
	update("'location': 'Roof'");
	assert_int_equal(sequence(), 2);
}

TEST(compares_times_with_what_is_stored)
{
	event_world("published");
	event_set(OWN_EVENT,
		"starts_at = '2027-01-10 10:00Z', ends_at = '2027-01-10 12:00Z'");
	people_expect_fault(
		update("'endsAt': '2027-01-10T10:00:00Z'"), "#/endsAt", FAULT_TOO_SMALL);
	people_expect_fault(update("'startsAt': '2027-01-10T12:00:00Z'"), "#/startsAt",
		FAULT_TOO_LARGE);
	people_expect_fault(
		update("'endsAt': '2027-02-10T10:00:01Z'"), "#/endsAt", FAULT_TOO_LARGE);
	people_expect_fault(update("'startsAt': '2026-12-10T11:59:59Z'"), "#/startsAt",
		FAULT_TOO_SMALL);
	assert_done(update("'endsAt': '2027-02-10T10:00:00Z'"));
}

TEST(says_when_the_duration_changes)
{
	event_world("published");
	event_set(OWN_EVENT,
		"starts_at = '2027-01-10 10:00Z', ends_at = '2027-01-10 12:00Z'");
	scratch_expect(update("'startsAt': '2027-01-10T08:30:00Z'"),
		"{'endsAt': '2027-01-10T12:00:00.000Z', 'warnings': ['The event now lasts"
		" 3 hours 30 minutes; before, it lasted 2 hours. endsAt was not given and"
		" is unchanged.']}");
	scratch_expect(update("'endsAt': '2027-01-12T08:30:00Z'"),
		"{'warnings': ['The event now lasts 2 days; before, it lasted 3 hours 30"
		" minutes.']}");
}

TEST(says_nothing_of_a_duration_that_stays)
{
	struct scratch_answer answer;

	event_world("published");
	event_set(OWN_EVENT,
		"starts_at = '2027-01-10 10:00Z', ends_at = '2027-01-10 12:00Z'");
	answer = update("'startsAt': '2027-01-11T10:00:00Z',"
			" 'endsAt': '2027-01-11T12:00:00Z'");
	assert_done(answer);
	assert_null(json_object_get(answer.output, "warnings"));
	answer = update("'title': 'Renamed'");
	assert_null(json_object_get(answer.output, "warnings"));
}

/* A fault of the input alone is reported before the event is read. */
TEST(compares_times_that_are_both_given_before_it_looks_for_the_event)
{
	static const char TIMES[] =
		"'startsAt': '2027-01-10T12:00:00Z', 'endsAt': '2027-01-10T12:00:00Z'";

	event_world("published");
	people_expect_fault(people_call(&entry, HOST, "{'id': '%s', %s}",
				    scratch_id("evt", 99), TIMES),
		"#/endsAt", FAULT_TOO_SMALL);
	people_expect_fault(people_call(&entry, STRANGER, "{'id': '%s', %s}",
				    scratch_id("evt", OWN_EVENT), TIMES),
		"#/endsAt", FAULT_TOO_SMALL);
	event_set(OWN_EVENT, "status = 'cancelled'");
	people_expect_fault(update(TIMES), "#/endsAt", FAULT_TOO_SMALL);
}

TEST(refuses_a_scope_that_needs_an_organization)
{
	event_world("published");
	people_expect_fault(
		update("'scope': 'org_members'"), "#/scope", FAULT_NOT_ALLOWED);
}

TEST(refuses_cancelled_events)
{
	event_world("published");
	event_set(OWN_EVENT, "status = 'cancelled'");
	assert_problem(update("'title': 'Renamed'"), PROBLEM_INVALID_TRANSITION);
}

TEST(tells_those_who_go_of_a_new_time_or_place)
{
	event_world("published");
	event_add_rsvp(OWN_EVENT, HOST, "going");
	event_add_rsvp(OWN_EVENT, OWNER, "going");
	event_add_rsvp(OWN_EVENT, ADMIN, "cancelled");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	event_set(OWN_EVENT, "capacity = 2");
	update("'title': 'Renamed', 'description': 'Other'");
	assert_int_equal(people_notices_in_all("event_updated"), 0);
	update("'location': 'Roof'");
	assert_int_equal(people_notices("event_updated", OWNER), 1);
	assert_int_equal(people_notices_in_all("event_updated"), 1);
	update("'location': 'Roof'");
	assert_int_equal(people_notices_in_all("event_updated"), 1);
	scratch_sql("DELETE FROM event_changes");
	update("'timezone': 'Asia/Tokyo', 'joinUrl': ''");
	assert_int_equal(people_notices_in_all("event_updated"), 2);
}

TEST(tells_nobody_of_drafts_and_of_what_is_over)
{
	event_world("draft");
	update("'location': 'Roof'");
	event_set(OWN_EVENT, "status = 'published', published_at = now()");
	event_end(OWN_EVENT);
	event_add_rsvp(OWN_EVENT, OWNER, "going");
	update("'location': 'Cellar'");
	assert_int_equal(people_notices_in_all("event_updated"), 0);
}

TEST(refuses_less_room_than_are_going)
{
	event_world("published");
	event_add_rsvp(OWN_EVENT, OWNER, "going");
	event_add_rsvp(OWN_EVENT, ADMIN, "going");
	people_expect_fault(update("'capacity': 1"), "#/capacity", FAULT_TOO_SMALL);
	assert_done(update("'capacity': 2"));
}

TEST(gives_more_room_to_those_who_have_waited_longest)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 1");
	event_add_rsvp(OWN_EVENT, OWNER, "going");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	event_add_rsvp(OWN_EVENT, STRANGER, "waitlist");
	event_add_rsvp(OWN_EVENT, ADMIN, "waitlist");
	scratch_expect(update("'capacity': 2"), "{'goingCount': 2}");
	assert_string_equal(event_rsvp_of(OWN_EVENT, MEMBER), "going");
	assert_string_equal(event_rsvp_of(OWN_EVENT, STRANGER), "waitlist");
	assert_int_equal(people_notices("waitlist_promoted", MEMBER), 1);
	scratch_expect(
		update("'capacity': null"), "{'goingCount': 4, 'waitlistCount': 0}");
	assert_int_equal(people_notices_in_all("waitlist_promoted"), 3);
	event_expect_sound();
}

TEST(takes_the_places_of_outsiders_back_when_it_is_for_members_only)
{
	event_world("published");
	event_set(ORG_EVENT, "scope = 'public', capacity = 1");
	event_add_rsvp(ORG_EVENT, STRANGER, "going");
	event_add_rsvp(ORG_EVENT, HOST, "waitlist");
	event_add_rsvp(ORG_EVENT, MEMBER, "waitlist");
	assert_done(people_call(&entry, OWNER, "{'id': '%s', 'scope': 'org_members'}",
		scratch_id("evt", ORG_EVENT)));
	assert_string_equal(event_rsvp_of(ORG_EVENT, STRANGER), "cancelled");
	assert_string_equal(event_rsvp_of(ORG_EVENT, HOST), "cancelled");
	assert_string_equal(event_rsvp_of(ORG_EVENT, MEMBER), "going");
	event_expect_sound();
}

/* A member who leaves the organization after the event keeps the place. Once the event is
 * moved to the future, the place is taken back. */
TEST(takes_the_places_of_outsiders_back_when_it_is_to_come_again)
{
	event_world("published");
	event_set(ORG_EVENT, "capacity = 1");
	event_add_rsvp(ORG_EVENT, STRANGER, "going");
	event_add_rsvp(ORG_EVENT, MEMBER, "waitlist");
	event_end(ORG_EVENT);
	assert_done(people_call(&entry, OWNER,
		"{'id': '%s', 'startsAt': '2037-01-01T00:00:00Z',"
		" 'endsAt': '2037-01-01T01:00:00Z'}",
		scratch_id("evt", ORG_EVENT)));
	assert_string_equal(event_rsvp_of(ORG_EVENT, STRANGER), "cancelled");
	assert_string_equal(event_rsvp_of(ORG_EVENT, MEMBER), "going");
	event_expect_sound();
}

TEST(moves_between_the_lists_of_past_and_coming_events)
{
	event_world("published");
	event_add_rsvp(OWN_EVENT, OWNER, "going");
	update("'startsAt': '2020-01-01T00:00:00Z', 'endsAt': '2020-01-01T01:00:00Z'");
	people_expect_rows(1, "events WHERE ended");
	people_expect_rows(1, "event_rsvps WHERE event_starts_at = '2020-01-01 00:00Z'");
	update("'startsAt': '2037-01-01T00:00:00Z', 'endsAt': '2037-01-01T01:00:00Z'");
	people_expect_rows(0, "events WHERE ended");
}
