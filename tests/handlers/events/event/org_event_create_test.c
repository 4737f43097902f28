#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_org_event_create, org_event_create};

#define EVENT \
	"'title': 'Looms', 'startsAt': '2027-03-01T18:00:00Z'," \
	" 'endsAt': '2027-03-01T20:00:00Z', 'scope': 'org_members'"

TEST(takes_events_from_owners_and_admins_alone)
{
	static const enum problem expected[PERSON_END] = {
		[HOST] = PROBLEM_ORG_ROLE_REQUIRED,
		[MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};

	event_world("published");
	people_expect(&entry, "{'slug': 'org-10', " EVENT "}", expected, PERSON_END);
	assert_problem(people_call(&entry, OWNER, "{'slug': 'org-11', " EVENT "}"),
		PROBLEM_ORG_NOT_FOUND);
}

TEST(publishes_for_the_members)
{
	struct scratch_answer answer;

	event_world("published");
	answer = people_call(
		&entry, ADMIN, "{'slug': 'org-10', 'publish': true, " EVENT "}");
	scratch_expect(answer,
		"{'hostOrgSlug': 'org-10', 'scope': 'org_members',"
		" 'status': 'published'}");
}
