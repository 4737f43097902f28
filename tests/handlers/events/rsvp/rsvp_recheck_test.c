/*
 * rsvp_recheck_test.c - places that other services free: a suspension, a member who
 * leaves an organization, the end of an account.
 */
#include "services/events/rsvp/rsvp_recheck.h"

#include "tests/handlers/events/event_fixture.h"

static void
recheck(void)
{
	event_steps(rsvp_recheck_step);
	people_expect_rows(0, "event_rechecks");
	event_expect_sound();
}

/* Both events have one place; MEMBER has it and OWNER waits. */
static void
begin_full(void)
{
	event_world("published");
	scratch_sql("UPDATE events SET capacity = 1");
	event_add_rsvp(OWN_EVENT, MEMBER, "going");
	event_add_rsvp(OWN_EVENT, OWNER, "waitlist");
	event_add_rsvp(ORG_EVENT, MEMBER, "going");
	event_add_rsvp(ORG_EVENT, OWNER, "waitlist");
}

TEST(gives_the_places_of_a_suspended_member_on)
{
	begin_full();
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(MEMBER));
	recheck();
	assert_string_equal(event_rsvp_of(OWN_EVENT, MEMBER), "cancelled");
	assert_string_equal(event_rsvp_of(OWN_EVENT, OWNER), "going");
	assert_string_equal(event_rsvp_of(ORG_EVENT, OWNER), "going");
	assert_int_equal(people_notices("waitlist_promoted", OWNER), 2);
	assert_int_equal(people_notices_in_all("waitlist_promoted"), 2);
}

TEST(gives_the_place_of_who_leaves_the_organization_on)
{
	begin_full();
	scratch_sql("DELETE FROM org_members WHERE member_id = '%s'",
		scratch_uuid_text(MEMBER));
	recheck();
	assert_string_equal(event_rsvp_of(ORG_EVENT, MEMBER), "cancelled");
	assert_string_equal(event_rsvp_of(ORG_EVENT, OWNER), "going");
	assert_string_equal(event_rsvp_of(OWN_EVENT, MEMBER), "going");
}

TEST(passes_over_those_who_may_not_go_any_more)
{
	begin_full();
	event_add_rsvp(ORG_EVENT, ADMIN, "waitlist");
	scratch_sql("DELETE FROM org_members WHERE member_id IN ('%s', '%s')",
		scratch_uuid_text(MEMBER), scratch_uuid_text(OWNER));
	recheck();
	assert_string_equal(event_rsvp_of(ORG_EVENT, OWNER), "cancelled");
	assert_string_equal(event_rsvp_of(ORG_EVENT, ADMIN), "going");
	assert_int_equal(people_notices_in_all("waitlist_promoted"), 1);
}

TEST(leaves_past_events_as_they_were)
{
	begin_full();
	event_end(OWN_EVENT);
	event_end(ORG_EVENT);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(MEMBER));
	people_expect_rows(0, "event_rechecks");
	assert_string_equal(event_rsvp_of(OWN_EVENT, MEMBER), "going");
}

TEST(takes_what_a_former_member_answered_with_it)
{
	begin_full();
	scratch_sql("DELETE FROM org_members WHERE member_id = '%s'",
		scratch_uuid_text(MEMBER));
	people_end_account(MEMBER);
	assert_null(event_rsvp_of(OWN_EVENT, MEMBER));
	assert_null(event_rsvp_of(ORG_EVENT, MEMBER));
	recheck();
	assert_string_equal(event_rsvp_of(OWN_EVENT, OWNER), "going");
	assert_string_equal(event_rsvp_of(ORG_EVENT, OWNER), "going");
}

TEST(cancels_what_a_former_member_would_have_hosted)
{
	begin_full();
	event_add(102, HOST, 0, "draft", "public");
	event_add(103, HOST, 0, "published", "public");
	event_add(104, HOST, 0, "published", "public");
	event_add_rsvp(104, MEMBER, "going");
	event_end(104);
	people_end_account(HOST);
	assert_string_equal(scratch_value("SELECT string_agg(title || ' ' || status, ', '"
					  " ORDER BY title) FROM events"),
		"Event 100 cancelled, Event 101 published, Event 104 published");
	assert_int_equal(people_notices("event_cancelled", MEMBER), 1);
	assert_int_equal(people_notices("event_cancelled", OWNER), 1);
	assert_int_equal(people_notices_in_all("event_cancelled"), 2);
}

TEST(an_organization_keeps_the_events_of_a_former_admin)
{
	begin_full();
	scratch_sql("DELETE FROM org_members WHERE member_id = '%s'",
		scratch_uuid_text(ADMIN));
	people_end_account(ADMIN);
	assert_string_equal(scratch_value("SELECT string_agg(title || ' ' || status, ', '"
					  " ORDER BY title) FROM events"),
		"Event 100 published, Event 101 published");
}
