#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_rsvp, event_rsvp};

static struct scratch_answer
rsvp(unsigned person, unsigned event, const char *status)
{
	return people_call(&entry, person, "{'id': '%s', 'status': '%s'}",
		scratch_id("evt", event), status);
}

/* Returns the new status and the counts: "going 2 1". */
static const char *
rsvp_as(unsigned person, const char *status)
{
	struct scratch_answer answer = rsvp(person, OWN_EVENT, status);

	if (answer.problem != PROBLEM_NONE)
		fail_msg("%s (%s)", problems[answer.problem].code, answer.cause);
	return scratch_printf("%s %d %d", scratch_string(&answer, "status"),
		(int)json_integer_value(scratch_at(&answer, "goingCount")),
		(int)json_integer_value(scratch_at(&answer, "waitlistCount")));
}

TEST(gives_places_until_the_event_is_full_and_then_the_queue)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 2");
	assert_string_equal(rsvp_as(STRANGER, "going"), "going 1 0");
	assert_string_equal(rsvp_as(STRANGER, "going"), "going 1 0");
	assert_string_equal(rsvp_as(HOST, "going"), "going 2 0");
	assert_string_equal(rsvp_as(MEMBER, "going"), "waitlist 2 1");
	assert_string_equal(rsvp_as(MEMBER, "going"), "waitlist 2 1");
	assert_string_equal(rsvp_as(OWNER, "going"), "waitlist 2 2");
	event_expect_sound();
}

TEST(gives_a_freed_place_to_whoever_has_waited_longest)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 1");
	rsvp_as(STRANGER, "going");
	rsvp_as(MEMBER, "going");
	rsvp_as(OWNER, "going");
	assert_string_equal(rsvp_as(STRANGER, "cancelled"), "cancelled 1 1");
	assert_string_equal(event_rsvp_of(OWN_EVENT, MEMBER), "going");
	assert_int_equal(people_notices("waitlist_promoted", MEMBER), 1);
	assert_int_equal(people_notices_in_all("waitlist_promoted"), 1);
	people_expect_rows(0, "outbox WHERE payload ->> 'actor' IS NOT NULL");
	event_expect_sound();
}

TEST(sends_who_cancels_to_the_end_of_the_queue)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 1");
	rsvp_as(STRANGER, "going");
	rsvp_as(MEMBER, "going");
	rsvp_as(OWNER, "going");
	assert_string_equal(rsvp_as(MEMBER, "cancelled"), "cancelled 1 1");
	assert_string_equal(rsvp_as(MEMBER, "going"), "waitlist 1 2");
	rsvp_as(STRANGER, "cancelled");
	assert_string_equal(event_rsvp_of(OWN_EVENT, OWNER), "going");
	assert_string_equal(event_rsvp_of(OWN_EVENT, MEMBER), "waitlist");
	assert_string_equal(rsvp_as(STRANGER, "going"), "waitlist 1 2");
}

TEST(cancelling_without_an_rsvp_leaves_no_trace)
{
	event_world("published");
	assert_string_equal(rsvp_as(STRANGER, "cancelled"), "cancelled 0 0");
	people_expect_rows(0, "event_rsvps");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	assert_string_equal(rsvp_as(STRANGER, "cancelled"), "cancelled 0 0");
	assert_string_equal(rsvp_as(STRANGER, "cancelled"), "cancelled 0 0");
	assert_string_equal(event_rsvp_of(OWN_EVENT, STRANGER), "cancelled");
	event_expect_sound();
}

TEST(takes_new_rsvps_to_published_events_that_have_not_ended)
{
	event_world("draft");
	assert_problem(rsvp(HOST, OWN_EVENT, "going"), PROBLEM_EVENT_NOT_OPEN);
	assert_problem(rsvp(STRANGER, OWN_EVENT, "going"), PROBLEM_EVENT_NOT_FOUND);
	event_set(OWN_EVENT, "status = 'published', published_at = now()");
	event_end(OWN_EVENT);
	assert_problem(rsvp(STRANGER, OWN_EVENT, "going"), PROBLEM_EVENT_NOT_OPEN);
	event_set(OWN_EVENT, "ends_at = now() + interval '1 second', ended = false");
	assert_done(rsvp(STRANGER, OWN_EVENT, "going"));
	event_set(OWN_EVENT, "status = 'cancelled'");
	assert_problem(rsvp(MEMBER, OWN_EVENT, "going"), PROBLEM_EVENT_NOT_OPEN);
	assert_problem(rsvp(STRANGER, OWN_EVENT, "going"), PROBLEM_EVENT_NOT_OPEN);
	people_expect_rows(1, "event_rsvps");
}

TEST(gives_up_a_place_in_any_state)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 1");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	event_set(OWN_EVENT, "status = 'cancelled'");
	assert_string_equal(rsvp_as(STRANGER, "cancelled"), "cancelled 0 1");
	assert_string_equal(event_rsvp_of(OWN_EVENT, MEMBER), "waitlist");
	assert_int_equal(people_notices_in_all("waitlist_promoted"), 0);
}

TEST(gives_no_places_on_after_the_start)
{
	event_world("published");
	event_set(OWN_EVENT,
		"capacity = 1, starts_at = now() - interval '1 minute',"
		" ends_at = now() + interval '1 hour'");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	assert_string_equal(rsvp_as(STRANGER, "cancelled"), "cancelled 0 1");
	assert_string_equal(rsvp_as(OWNER, "going"), "going 1 1");
}

TEST(keeps_events_for_members_to_members)
{
	event_world("published");
	assert_problem(rsvp(STRANGER, ORG_EVENT, "going"), PROBLEM_EVENT_NOT_FOUND);
	assert_problem(
		rsvp(PLATFORM_ADMIN, ORG_EVENT, "going"), PROBLEM_ORG_ROLE_REQUIRED);
	assert_done(rsvp(MEMBER, ORG_EVENT, "going"));
}

TEST(gives_up_a_place_where_the_event_is_hidden)
{
	event_world("published");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(HOST));
	assert_problem(rsvp(MEMBER, OWN_EVENT, "cancelled"), PROBLEM_EVENT_NOT_FOUND);
	assert_problem(rsvp(STRANGER, OWN_EVENT, "going"), PROBLEM_EVENT_NOT_FOUND);
	assert_string_equal(rsvp_as(STRANGER, "cancelled"), "cancelled 0 0");
}

TEST(serves_who_waits_before_who_comes)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 1");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	assert_string_equal(rsvp_as(STRANGER, "going"), "waitlist 1 1");
	assert_string_equal(event_rsvp_of(OWN_EVENT, MEMBER), "going");
}

TEST(refuses_other_states)
{
	event_world("published");
	people_expect_fault(
		rsvp(STRANGER, OWN_EVENT, "waitlist"), "#/status", FAULT_ENUM);
	assert_problem(rsvp(STRANGER, 999, "going"), PROBLEM_EVENT_NOT_FOUND);
	assert_problem(rsvp(STRANGER, 999, "cancelled"), PROBLEM_EVENT_NOT_FOUND);
}

TEST(the_database_itself_keeps_to_the_capacity)
{
	event_world("published");
	scratch_sql("DO $test$ BEGIN BEGIN"
		    " UPDATE events SET capacity = 1, going_count = 2;"
		    " EXCEPTION WHEN check_violation THEN RETURN; END;"
		    " RAISE 'it was taken'; END $test$");
}
