#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_publish, event_publish};

TEST(publishes_a_draft_for_those_who_manage_it)
{
	static const enum problem expected[PERSON_END] = {
		[OWNER] = PROBLEM_EVENT_NOT_FOUND,
		[ADMIN] = PROBLEM_EVENT_NOT_FOUND,
		[MEMBER] = PROBLEM_EVENT_NOT_FOUND,
		[STRANGER] = PROBLEM_EVENT_NOT_FOUND};

	event_world("draft");
	people_expect(&entry,
		scratch_printf("{'id': '%s'}", scratch_id("evt", OWN_EVENT)), expected,
		PERSON_END);
	scratch_expect(event_call_on(&entry, HOST, OWN_EVENT), "{'status': 'published'}");
	assert_int_equal(people_count("SELECT sequence FROM events WHERE id = '%s'",
				 scratch_uuid_text(OWN_EVENT)),
		1);
}

TEST(publishing_again_changes_nothing)
{
	event_world("published");
	event_expect_managers_only(&entry, "");
	assert_done(event_call_on(&entry, HOST, OWN_EVENT));
	assert_int_equal(people_count("SELECT sum(sequence) FROM events"), 0);
}

TEST(refuses_a_cancelled_event)
{
	event_world("draft");
	scratch_sql("UPDATE events SET status = 'cancelled'");
	assert_problem(
		event_call_on(&entry, HOST, OWN_EVENT), PROBLEM_INVALID_TRANSITION);
	people_expect_rows(
		0, "events WHERE published_at IS NOT NULL OR status <> 'cancelled'");
}
