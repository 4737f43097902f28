#include "tests/handlers/identity/totp_fixture.h"

static struct scratch_answer
reset(const char *email)
{
	const struct op_entry entry = {&op_totp_reset, totp_reset};

	struct principal operator= scratch_anonymous();

	operator.via = VIA_OPERATOR;
	return scratch_call(
		&entry, &operator, scratch_printf(JSON({"email": "%s"}), email));
}

TEST(the_password_alone_signs_in_again_and_the_log_has_it)
{
	add_knowing(1);
	assert_done(confirm_totp(1, code_at(begin_totp(1), -1)));
	scratch_expect(reset("MEMBER1@example.org"), "{'userId': '%s', 'removed': true}",
		scratch_id("usr", 1));
	assert_done(sign_in_with("member1@example.org", GOOD_PASSWORD, ""));
	assert_int_equal(count_mails("totp_off", "member1@example.org"), 1);
	people_expect_rows(1,
		"audit WHERE action ="
		" 'member.totp_reset' AND credential_kind = 'operator'"
		" AND actor IS NULL AND subject_id = '%s'",
		scratch_uuid_text(1));
}

TEST(a_member_without_one_is_told_nothing)
{
	people_add(1);
	scratch_expect(reset("member1@example.org"), "{'removed': false}");
	people_expect_rows(0, "outbox");
}

TEST(knows_no_member_whose_address_is_not_verified)
{
	people_add_unverified(1);
	assert_problem(reset("member1@example.org"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(reset("nobody@example.org"), PROBLEM_MEMBER_NOT_FOUND);
}
