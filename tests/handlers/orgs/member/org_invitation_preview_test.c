#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_invitation_preview, org_invitation_preview};

static struct scratch_answer
preview(const char *json)
{
	const struct principal anybody = scratch_anonymous();

	return scratch_call(&entry, &anybody, json);
}

TEST(tells_anybody_who_holds_the_link)
{
	struct scratch_answer answer;

	org_world("request");
	org_invite(60, "somebody@example.org", "admin", "pending", "word", "1 day");
	answer = preview(JSON({"token": "word"}));
	scratch_expect(answer,
		"{'orgSlug': 'org-10', 'orgName': 'Org 10', 'role': 'admin',"
		" 'invitedByName': 'Member 1', 'maskedEmail': 's…@example.org',"
		" 'status': 'pending'}");
	assert_null(strstr(answer.text, "somebody"));
}

TEST(shows_what_became_of_it)
{
	static const char *const states[] = {"accepted", "revoked", "expired"};
	struct scratch_answer answer;

	org_world("request");
	org_invite(60, "a@example.org", "member", "pending", "word", "0 seconds");
	scratch_expect(preview(JSON({"token": "word"})), "{'status': 'expired'}");
	for (size_t i = 0; i < COUNT_OF(states); i++) {
		scratch_sql("UPDATE org_invitations SET status = '%s'", states[i]);
		answer = preview(JSON({"token": "word"}));
		assert_string_equal(scratch_string(&answer, "status"), states[i]);
	}
}

TEST(refuses_a_token_that_opens_nothing)
{
	org_world("request");
	org_invite(60, "a@example.org", "member", "pending", "word", "1 day");
	assert_problem(preview(JSON({"token": "other"})), PROBLEM_INVITATION_NOT_FOUND);
	assert_problem(preview(scratch_printf(JSON({"token": "%s"}), scratch_text(129))),
		PROBLEM_INVITATION_NOT_FOUND);
}

TEST(names_no_suspended_inviter)
{
	org_world("request");
	org_invite(60, "a@example.org", "member", "pending", "word", "1 day");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(OWNER));
	scratch_expect(preview(JSON({"token": "word"})),
		"{'invitedByName': 'A member', 'status': 'revoked'}");
	scratch_sql("UPDATE org_invitations SET invited_by = NULL");
	scratch_expect(
		preview(JSON({"token": "word"})), "{'invitedByName': 'Former member'}");
}
