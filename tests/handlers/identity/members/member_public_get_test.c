#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_member_public_get, member_public_get};

TEST(shows_strangers_public_profiles_of_active_members_only)
{
	static const struct principal nobody = {.membership = MEMBERSHIP_NONE};
	const char *input = JSON({"handle": "member-2"});
	struct scratch_answer answer;

	people_add_all(2);
	answer = scratch_call(&entry, &nobody, input);
	assert_problem(answer, PROBLEM_MEMBER_NOT_FOUND);
	scratch_sql("UPDATE profiles SET visibility = 'public', bio = 'b'"
		    " WHERE handle = 'member-2'");
	answer = scratch_call(&entry, &nobody, input);
	scratch_expect(answer, "{'name': 'Member 2', 'bio': 'b'}");
	assert_null(strstr(answer.text, "@"));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(2));
	answer = scratch_call(&entry, &nobody, input);
	assert_problem(answer, PROBLEM_MEMBER_NOT_FOUND);
}
