#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_cancel, event_cancel};

TEST(cancels_for_those_who_manage_it)
{
	event_world("published");
	event_expect_managers_only(&entry, "");
}

TEST(tells_those_who_go_or_wait_once)
{
	event_world("published");
	event_add_rsvp(OWN_EVENT, HOST, "going");
	event_add_rsvp(OWN_EVENT, OWNER, "going");
	event_add_rsvp(OWN_EVENT, ADMIN, "cancelled");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	scratch_expect(event_call_on(&entry, HOST, OWN_EVENT), "{'status': 'cancelled'}");
	assert_int_equal(people_notices("event_cancelled", OWNER), 1);
	assert_int_equal(people_notices("event_cancelled", MEMBER), 1);
	assert_int_equal(people_notices_in_all("event_cancelled"), 2);
	assert_done(event_call_on(&entry, HOST, OWN_EVENT));
	assert_int_equal(people_notices_in_all("event_cancelled"), 2);
	assert_int_equal(people_count("SELECT sequence FROM events WHERE id = '%s'",
				 scratch_uuid_text(OWN_EVENT)),
		1);
	event_expect_sound();
}

TEST(keeps_the_first_reason)
{
	event_world("published");
	scratch_expect(event_call(&entry, HOST, "{'id': '%s', 'reason': ' It broke. '}",
			       scratch_id("evt", OWN_EVENT)),
		"{'status': 'cancelled', 'cancelReason': 'It broke.'}");
	scratch_expect(event_call(&entry, HOST, "{'id': '%s', 'reason': 'Snow'}",
			       scratch_id("evt", OWN_EVENT)),
		"{'cancelReason': 'It broke.'}");
}

TEST(cancels_drafts_and_past_events_quietly)
{
	event_world("draft");
	assert_done(event_call_on(&entry, HOST, OWN_EVENT));
	event_set(ORG_EVENT, "status = 'published', published_at = now()");
	event_add_rsvp(ORG_EVENT, MEMBER, "going");
	event_end(ORG_EVENT);
	assert_done(event_call_on(&entry, ADMIN, ORG_EVENT));
	assert_int_equal(people_notices_in_all("event_cancelled"), 0);
}

TEST(tells_five_thousand_in_one_statement)
{
	event_world("published");
	scratch_sql("INSERT INTO members (id, email, name, email_verified_at, status)"
		    " SELECT gen_random_uuid(), n || '@crowd.example', 'Crowd', now(),"
		    " 'active' FROM generate_series(1, 5000) n");
	scratch_sql(
		"INSERT INTO event_rsvps (event_id, member_id, status, ticket,"
		" event_created_at, event_starts_at) SELECT '%s', id, 'going',"
		" row_number() OVER (), now(), now() FROM members WHERE name = 'Crowd'",
		scratch_uuid_text(OWN_EVENT));
	event_set(OWN_EVENT, "going_count = 5000, last_ticket = 5000");
	assert_done(event_call_on(&entry, HOST, OWN_EVENT));
	assert_int_equal(people_notices_in_all("event_cancelled"), 5000);
}
