#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
delete_member(unsigned number)
{
	const struct op_entry entry = {&op_member_delete, member_delete};

	struct principal operator= scratch_anonymous();

	operator.via = VIA_OPERATOR;
	return scratch_call(&entry, &operator,
		scratch_printf(JSON({"id": "%s"}), scratch_id("usr", number)));
}

TEST(deletes_the_person_and_the_log_names_the_operator)
{
	people_add(1);
	people_add(2);
	people_add_mail_token(1, "reset_password", "link", "1 hour");
	assert_done(delete_member(1));
	people_expect_rows(1,
		"members WHERE id = '%s' AND former_at = now() AND email IS NULL",
		scratch_uuid_text(1));
	people_expect_rows(1, "profiles");
	people_expect_rows(0, "mail_tokens");
	people_expect_rows(1,
		"audit WHERE action = 'member.delete' AND credential_kind = 'operator'"
		" AND actor IS NULL AND subject_id = '%s'",
		scratch_uuid_text(1));
	assert_problem(delete_member(1), PROBLEM_MEMBER_NOT_FOUND);
}

TEST(keeps_the_last_administrator_and_the_last_owner)
{
	admin_add(1);
	people_add(2);
	people_add(3);
	people_add_org(4, "public");
	people_join(4, 2);
	scratch_sql("UPDATE org_members SET role = 'owner'");
	people_join(4, 3);
	assert_problem(delete_member(1), PROBLEM_LAST_ADMIN);
	assert_problem(delete_member(2), PROBLEM_LAST_OWNER);
	admin_add(5);
	assert_done(delete_member(1));
}
