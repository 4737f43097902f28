#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_copy, event_copy};

#define START "'startsAt': '2027-03-01T18:00:00Z'"

static struct scratch_answer
copy(unsigned person, unsigned event, const char *more)
{
	return people_call(&entry, person, "{'id': '%s', " START "%s}",
		scratch_id("evt", event), more);
}

TEST(makes_a_draft_that_lasts_as_long)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 7, cover = NULL");
	event_add_rsvp(OWN_EVENT, MEMBER, "going");
	scratch_expect(copy(HOST, OWN_EVENT, ""),
		"{'status': 'draft', 'title': 'Event 100', 'description': 'Text',"
		" 'startsAt': '2027-03-01T18:00:00.000Z',"
		" 'endsAt': '2027-03-01T20:00:00.000Z', 'timezone': 'Europe/Berlin',"
		" 'locationKind': 'hybrid', 'location': 'Hall', 'scope': 'public',"
		" 'joinUrl': 'https://join.example/1', 'capacity': 7, 'goingCount': 0,"
		" 'coverImage': null, 'myRsvpStatus': null, 'canManage': true}");
	event_expect_sound();
}

TEST(copies_for_the_same_organization_with_another_zone)
{
	event_world("published");
	scratch_expect(copy(OWNER, ORG_EVENT, ", 'timezone': 'Asia/Kathmandu'"),
		"{'hostOrgSlug': 'org-10', 'scope': 'org_members', 'capacity': null,"
		" 'timezone': 'Asia/Kathmandu', 'hostUserId': '%s'}",
		scratch_id("usr", OWNER));
	people_expect_fault(copy(OWNER, ORG_EVENT, ", 'timezone': 'Mars/Base'"),
		"#/timezone", FAULT_FORMAT);
}

TEST(copies_what_is_over_or_cancelled)
{
	event_world("cancelled");
	scratch_expect(copy(HOST, OWN_EVENT, ""), "{'status': 'draft'}");
	event_set(OWN_EVENT, "status = 'published', published_at = now()");
	event_end(OWN_EVENT);
	scratch_expect(copy(HOST, OWN_EVENT, ""),
		"{'status': 'draft', 'endsAt': '2027-03-01T19:00:00.000Z'}");
}

/* A platform administrator manages every event, but has no role in the organization. */
TEST(is_for_those_who_may_create_such_an_event)
{
	static const enum problem own[PERSON_END] = {[OWNER] = PROBLEM_HOST_REQUIRED,
		[ADMIN] = PROBLEM_HOST_REQUIRED,
		[MEMBER] = PROBLEM_HOST_REQUIRED,
		[STRANGER] = PROBLEM_HOST_REQUIRED};
	static const enum problem of_org[PERSON_END] = {[HOST] = PROBLEM_EVENT_NOT_FOUND,
		[MEMBER] = PROBLEM_HOST_REQUIRED,
		[STRANGER] = PROBLEM_EVENT_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};

	event_world("published");
	people_expect(&entry,
		scratch_printf("{'id': '%s', " START "}", scratch_id("evt", OWN_EVENT)),
		own, PERSON_END);
	people_expect(&entry,
		scratch_printf("{'id': '%s', " START "}", scratch_id("evt", ORG_EVENT)),
		of_org, PERSON_END);
}

TEST(is_refused_to_a_creator_who_is_a_plain_member)
{
	event_world("published");
	scratch_sql("UPDATE org_members SET role = 'member' WHERE member_id = '%s'",
		scratch_uuid_text(ADMIN));
	assert_problem(copy(ADMIN, ORG_EVENT, ""), PROBLEM_ORG_ROLE_REQUIRED);
}
