#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_rsvp_list, event_rsvp_list};

/* OWNER is going, ADMIN has cancelled, MEMBER and STRANGER are waiting, in this order. */
static void
begin_with_rsvps(void)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 1");
	event_add_rsvp(OWN_EVENT, OWNER, "going");
	event_add_rsvp(OWN_EVENT, ADMIN, "cancelled");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	event_add_rsvp(OWN_EVENT, STRANGER, "waitlist");
}

/* Returns "5 4 " for the members of a page. */
static const char *
listed(unsigned person)
{
	struct scratch_answer answer = event_call_on(&entry, person, OWN_EVENT);

	return scratch_numbers(&answer, "name", "Member ");
}

TEST(shows_all_rsvps_to_those_who_manage_the_event)
{
	begin_with_rsvps();
	assert_string_equal(listed(HOST), "5 4 3 2 ");
	assert_string_equal(listed(PLATFORM_ADMIN), "5 4 3 2 ");
}

TEST(shows_others_who_is_going_and_their_own)
{
	begin_with_rsvps();
	assert_string_equal(listed(STRANGER), "5 2 ");
	assert_string_equal(listed(MEMBER), "4 2 ");
	assert_string_equal(listed(ADMIN), "3 2 ");
	assert_string_equal(listed(OWNER), "2 ");
}

TEST(shows_the_place_in_the_queue)
{
	begin_with_rsvps();
	scratch_expect(event_call_on(&entry, HOST, OWN_EVENT),
		"{'items.0.waitlistPosition': 2, 'items.1.waitlistPosition': 1,"
		" 'items.3.waitlistPosition': null}");
	scratch_expect(event_call_on(&entry, STRANGER, OWN_EVENT),
		"{'items.0.waitlistPosition': 2}");
}

TEST(hides_suspended_members)
{
	begin_with_rsvps();
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(OWNER));
	assert_string_equal(listed(HOST), "5 4 3 ");
	assert_string_equal(listed(STRANGER), "5 ");
}

TEST(pages_through_without_repeating_anybody)
{
	struct scratch_answer answer;

	begin_with_rsvps();
	answer = people_call(
		&entry, HOST, "{'id': '%s', 'limit': 3}", scratch_id("evt", OWN_EVENT));
	assert_string_equal(scratch_numbers(&answer, "name", "Member "), "5 4 3 ");
	answer = people_call(&entry, HOST, "{'id': '%s', 'limit': 3, 'cursor': '%s'}",
		scratch_id("evt", OWN_EVENT), scratch_string(&answer, "nextCursor"));
	assert_string_equal(scratch_numbers(&answer, "name", "Member "), "2 ");
	assert_true(json_is_null(scratch_at(&answer, "nextCursor")));
}

TEST(is_as_hidden_as_the_event)
{
	event_world("draft");
	assert_problem(
		event_call_on(&entry, STRANGER, OWN_EVENT), PROBLEM_EVENT_NOT_FOUND);
	assert_problem(
		event_call_on(&entry, STRANGER, ORG_EVENT), PROBLEM_EVENT_NOT_FOUND);
	assert_string_equal(listed(HOST), "");
}

static const char *
in_state(unsigned person, const char *status)
{
	struct scratch_answer answer = people_call(&entry, person,
		"{'id': '%s', 'status': '%s'}", scratch_id("evt", OWN_EVENT), status);

	return scratch_numbers(&answer, "name", "Member ");
}

TEST(lists_one_state)
{
	begin_with_rsvps();
	assert_string_equal(in_state(HOST, "going"), "2 ");
	assert_string_equal(in_state(HOST, "waitlist"), "4 5 ");
	assert_string_equal(in_state(HOST, "cancelled"), "3 ");
	assert_string_equal(in_state(STRANGER, "going"), "2 ");
	assert_string_equal(in_state(STRANGER, "waitlist"), "5 ");
	assert_string_equal(in_state(STRANGER, "cancelled"), "");
	assert_string_equal(in_state(ADMIN, "cancelled"), "3 ");
	scratch_expect(people_call(&entry, HOST, "{'id': '%s', 'status': 'waitlist'}",
			       scratch_id("evt", OWN_EVENT)),
		"{'items.0.waitlistPosition': 1, 'items.1.waitlistPosition': 2}");
}

TEST(pages_through_the_waiting_list)
{
	struct scratch_answer answer;

	begin_with_rsvps();
	answer = people_call(&entry, HOST,
		"{'id': '%s', 'status': 'waitlist', 'limit': 1}",
		scratch_id("evt", OWN_EVENT));
	assert_string_equal(scratch_numbers(&answer, "name", "Member "), "4 ");
	answer = people_call(&entry, HOST,
		"{'id': '%s', 'status': 'waitlist', 'limit': 1, 'cursor': '%s'}",
		scratch_id("evt", OWN_EVENT), scratch_string(&answer, "nextCursor"));
	assert_string_equal(scratch_numbers(&answer, "name", "Member "), "5 ");
	scratch_expect(answer, "{'items.0.waitlistPosition': 2}");
}
