#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
revoke(const char *code)
{
	return admin_call(1, ENTRY(admin_invite_revoke),
		scratch_printf(JSON({"code": "%s"}), code));
}

TEST(revokes_once_and_for_good)
{
	admin_add(1);
	scratch_sql("INSERT INTO invite_codes (code, max_uses) VALUES ('spring', 2)");
	assert_done(revoke("spring"));
	assert_done(revoke("spring"));
	people_expect_rows(
		1, "invite_codes WHERE revoked_at = now() AND code = 'spring'");
	people_expect_rows(
		1, "audit WHERE action = 'invite.revoke' AND subject_type = 'invite'");
}

TEST(says_that_there_is_no_such_code)
{
	char code[70];

	admin_add(1);
	assert_problem(revoke("autumn"), PROBLEM_INVITE_CODE_NOT_FOUND);
	memset(code, 'c', sizeof(code));
	assert_problem(
		revoke(scratch_printf("%.65s", code)), PROBLEM_INVITE_CODE_NOT_FOUND);
}
