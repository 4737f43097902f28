#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_get, event_get};

static void
expect_on(unsigned event, const enum problem expected[PERSON_END])
{
	people_expect(&entry, scratch_printf("{'id': '%s'}", scratch_id("evt", event)),
		expected, PERSON_END);
}

TEST(shows_drafts_to_those_who_manage_them)
{
	static const enum problem own[PERSON_END] = {[OWNER] = PROBLEM_EVENT_NOT_FOUND,
		[ADMIN] = PROBLEM_EVENT_NOT_FOUND,
		[MEMBER] = PROBLEM_EVENT_NOT_FOUND,
		[STRANGER] = PROBLEM_EVENT_NOT_FOUND};
	static const enum problem of_org[PERSON_END] = {[HOST] = PROBLEM_EVENT_NOT_FOUND,
		[MEMBER] = PROBLEM_EVENT_NOT_FOUND,
		[STRANGER] = PROBLEM_EVENT_NOT_FOUND};

	event_world("draft");
	expect_on(OWN_EVENT, own);
	expect_on(ORG_EVENT, of_org);
	scratch_sql("UPDATE events SET status = 'cancelled'");
	expect_on(OWN_EVENT, own);
	expect_on(ORG_EVENT, of_org);
}

TEST(shows_what_is_published_to_everybody_or_to_the_organization)
{
	static const enum problem own[PERSON_END] = {0};
	static const enum problem of_org[PERSON_END] = {
		[HOST] = PROBLEM_EVENT_NOT_FOUND, [STRANGER] = PROBLEM_EVENT_NOT_FOUND};

	event_world("published");
	expect_on(OWN_EVENT, own);
	expect_on(ORG_EVENT, of_org);
	scratch_sql("UPDATE events SET status = 'cancelled'");
	expect_on(OWN_EVENT, own);
	expect_on(ORG_EVENT, of_org);
}

TEST(hides_the_events_of_a_suspended_host)
{
	static const enum problem expected[PERSON_END] = {
		[OWNER] = PROBLEM_EVENT_NOT_FOUND,
		[ADMIN] = PROBLEM_EVENT_NOT_FOUND,
		[MEMBER] = PROBLEM_EVENT_NOT_FOUND,
		[STRANGER] = PROBLEM_EVENT_NOT_FOUND};

	event_world("published");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id IN ('%s', '%s')",
		scratch_uuid_text(HOST), scratch_uuid_text(ADMIN));
	expect_on(OWN_EVENT, expected);
	scratch_expect(event_call_on(&entry, MEMBER, ORG_EVENT),
		"{'hostName': 'A member', 'hostHandle': null}");
}

static bool
shows_join_url(unsigned person, unsigned event)
{
	struct scratch_answer answer = event_call_on(&entry, person, event);

	assert_done(answer);
	return json_is_string(scratch_at(&answer, "joinUrl"));
}

TEST(tells_where_to_join_to_managers_and_to_who_is_going)
{
	event_world("published");
	assert_true(shows_join_url(HOST, OWN_EVENT));
	assert_true(shows_join_url(PLATFORM_ADMIN, OWN_EVENT));
	assert_false(shows_join_url(STRANGER, OWN_EVENT));
	assert_true(shows_join_url(OWNER, ORG_EVENT));
	assert_true(shows_join_url(ADMIN, ORG_EVENT));
	assert_false(shows_join_url(MEMBER, ORG_EVENT));
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	assert_true(shows_join_url(STRANGER, OWN_EVENT));
	scratch_sql("UPDATE event_rsvps SET status = 'waitlist'");
	assert_false(shows_join_url(STRANGER, OWN_EVENT));
	scratch_sql("UPDATE event_rsvps SET status = 'cancelled'");
	assert_false(shows_join_url(STRANGER, OWN_EVENT));
}

TEST(an_admin_who_has_left_the_organization_manages_its_events_no_more)
{
	event_world("draft");
	scratch_sql("UPDATE org_members SET role = 'member' WHERE member_id = '%s'",
		scratch_uuid_text(ADMIN));
	assert_done(event_call_on(&entry, ADMIN, ORG_EVENT));
	scratch_sql("DELETE FROM org_members WHERE member_id = '%s'",
		scratch_uuid_text(ADMIN));
	assert_problem(event_call_on(&entry, ADMIN, ORG_EVENT), PROBLEM_EVENT_NOT_FOUND);
}

TEST(does_not_name_an_organization_that_is_not_listed)
{
	event_world("published");
	scratch_sql("UPDATE orgs SET visibility = 'unlisted'");
	event_set(ORG_EVENT, "scope = 'public'");
	scratch_expect(event_call_on(&entry, STRANGER, ORG_EVENT),
		"{'hostOrgSlug': null, 'hostOrgName': null}");
	scratch_expect(
		event_call_on(&entry, MEMBER, ORG_EVENT), "{'hostOrgSlug': 'org-10'}");
}

TEST(finds_nothing_by_another_id)
{
	event_world("published");
	assert_problem(event_call_on(&entry, HOST, 999), PROBLEM_EVENT_NOT_FOUND);
	assert_problem(
		people_call(&entry, HOST, "{'id': '%s'}", scratch_id("post", OWN_EVENT)),
		PROBLEM_EVENT_NOT_FOUND);
}

TEST(says_the_callers_place_on_the_waiting_list)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 1");
	event_add_rsvp(OWN_EVENT, OWNER, "going");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	event_add_rsvp(OWN_EVENT, STRANGER, "waitlist");
	scratch_expect(event_call_on(&entry, STRANGER, OWN_EVENT),
		"{'myWaitlistPosition': 2, 'waitlistCount': 2}");
	scratch_expect(
		event_call_on(&entry, MEMBER, OWN_EVENT), "{'myWaitlistPosition': 1}");
	scratch_expect(
		event_call_on(&entry, OWNER, OWN_EVENT), "{'myWaitlistPosition': null}");
}
