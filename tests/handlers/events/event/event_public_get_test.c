#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_public_get, event_public_get};

static struct scratch_answer
read_event(unsigned event)
{
	const struct principal nobody = scratch_anonymous();

	return scratch_call(&entry, &nobody,
		scratch_printf("{\"id\": \"%s\"}", scratch_id("evt", event)));
}

/* Everything is public: the host, the organization, and its event. */
static void
begin_public(void)
{
	event_world("published");
	scratch_sql("UPDATE profiles SET visibility = 'public'");
	event_set(ORG_EVENT, "scope = 'public'");
}

TEST(shows_a_members_event_without_its_place)
{
	begin_public();
	event_set(OWN_EVENT, "going_count = 0, capacity = 9");
	scratch_expect(read_event(OWN_EVENT),
		"{'title': 'Event 100', 'hostName': 'Member 1', 'hostHandle': 'member-1',"
		" 'hostOrgSlug': null, 'location': '', 'capacity': 9,"
		" 'status': 'published', 'timezone': 'Europe/Berlin'}");
}

TEST(shows_an_organizations_event_with_its_place_and_no_member)
{
	begin_public();
	scratch_expect(read_event(ORG_EVENT),
		"{'hostOrgSlug': 'org-10', 'hostHandle': null, 'hostName': null,"
		" 'location': 'Hall'}");
}

TEST(shows_a_cancelled_event_as_cancelled)
{
	begin_public();
	event_set(OWN_EVENT, "status = 'cancelled'");
	scratch_expect(read_event(OWN_EVENT), "{'status': 'cancelled'}");
}

static void
expect_hidden(unsigned event, const char *change)
{
	begin_public();
	assert_done(read_event(event));
	scratch_sql("%s", change);
	assert_problem(read_event(event), PROBLEM_EVENT_NOT_FOUND);
}

TEST(hides_the_event_of_a_host_who_is_not_public)
{
	expect_hidden(OWN_EVENT, "UPDATE profiles SET visibility = 'members_only'");
}

TEST(hides_the_event_of_a_suspended_host)
{
	expect_hidden(OWN_EVENT, "UPDATE members SET status = 'suspended'");
}

TEST(hides_the_event_of_an_unlisted_organization)
{
	expect_hidden(ORG_EVENT, "UPDATE orgs SET visibility = 'unlisted'");
}

TEST(hides_an_event_for_members)
{
	expect_hidden(ORG_EVENT,
		"UPDATE events SET scope = 'org_members' WHERE org_id IS NOT NULL");
}

TEST(hides_a_draft)
{
	expect_hidden(
		OWN_EVENT, "UPDATE events SET status = 'draft', published_at = NULL");
}

TEST(hides_a_cancelled_draft)
{
	expect_hidden(
		OWN_EVENT, "UPDATE events SET status = 'cancelled', published_at = NULL");
}
