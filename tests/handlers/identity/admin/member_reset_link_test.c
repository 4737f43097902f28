#include "tests/handlers/identity/admin_fixture.h"

static struct scratch_answer
make_link(unsigned number)
{
	const struct op_entry entry = {&op_member_reset_link, member_reset_link};

	struct principal operator= scratch_anonymous();

	operator.via = VIA_OPERATOR;
	return scratch_call(&entry, &operator,
		scratch_printf(JSON({"id": "%s"}), scratch_id("usr", number)));
}

static struct scratch_answer
open_link(const struct scratch_answer *answer)
{
	return call_anonymously(ENTRY(password_reset),
		scratch_printf(JSON_OF({"token": "%s", "password": GOOD_PASSWORD}),
			strchr(scratch_string(answer, "link"), '=') + 1));
}

TEST(sets_a_password_once_and_voids_earlier_links)
{
	struct scratch_answer first, second;

	people_add(1);
	first = make_link(1);
	second = make_link(1);
	assert_done(second);
	assert_problem(open_link(&first), PROBLEM_TOKEN_NOT_FOUND);
	assert_done(open_link(&second));
	assert_problem(open_link(&second), PROBLEM_TOKEN_NOT_FOUND);
	scratch_expect(call_anonymously(ENTRY(session_sign_in), JSON_OF({
		"email": "member1@example.org",
		"password": GOOD_PASSWORD
	})),
		"{'account.role': 'member'}");
	people_expect_rows(2,
		"audit WHERE action = 'member.reset_link'"
		" AND credential_kind = 'operator' AND actor IS NULL");
}

TEST(knows_no_member_whose_address_is_not_verified)
{
	people_add_unverified(1);
	assert_problem(make_link(1), PROBLEM_MEMBER_NOT_FOUND);
	people_expect_rows(0, "audit");
}
