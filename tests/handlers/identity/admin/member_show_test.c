#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
show(const char *member)
{
	return call_anonymously(
		ENTRY(member_show), scratch_printf(JSON({"member": "%s"}), member));
}

TEST(finds_a_member_by_id_address_and_handle)
{
	const char *ways[] = {scratch_id("usr", 1), "MEMBER1@example.org", "member-1",
		"@member-1", "Member-1"};

	people_add(1);
	people_add(2);
	for (size_t i = 0; i < COUNT_OF(ways); i++)
		scratch_expect(show(ways[i]),
			"{'id': '%s', 'handle': 'member-1', 'membershipStatus': "
			"'active', 'role': 'member', 'secondFactor': false, 'sessions': "
			"0, 'tokens': 0, 'apps': 0, 'openReports': 0}",
			scratch_id("usr", 1));
}

TEST(knows_nobody_else)
{
	people_add(1);
	people_add_unverified(2);
	assert_problem(show("nobody"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(show("member2@example.org"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(show("%"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(show("@"), PROBLEM_MEMBER_NOT_FOUND);
}
