#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_join_request_decline, org_join_request_decline};

static struct scratch_answer
decline(unsigned caller)
{
	return people_call(&entry, caller, JSON({"slug": "org-10", "id": "%s"}),
		scratch_id("jreq", REQUEST));
}

TEST(keeps_who_asked_out_and_tells_so)
{
	struct scratch_answer answer;

	org_world("request");
	answer = decline(ADMIN);
	scratch_expect(answer, "{'status': 'declined'}");
	assert_false(json_is_null(scratch_at(&answer, "decidedAt")));
	people_expect_rows(3, "org_members");
	assert_int_equal(people_notices("join_request_declined", REQUESTER), 1);
	org_expect_sound();
}

TEST(declining_again_changes_nothing)
{
	struct scratch_answer first, second;

	org_world("request");
	first = decline(ADMIN);
	second = decline(OWNER);
	assert_string_equal(first.text, second.text);
	assert_int_equal(people_notices_in_all("join_request_declined"), 1);
}

TEST(refuses_what_was_approved)
{
	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'approved', decided_at = now()");
	assert_problem(decline(OWNER), PROBLEM_INVALID_TRANSITION);
}

TEST(is_for_owners_and_admins)
{
	org_world("request");
	org_expect_managers_only(&entry,
		scratch_printf(JSON({"slug": "org-10", "id": "%s"}),
			scratch_id("jreq", REQUEST)));
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-10", "id": "%s"}),
			       scratch_id("jreq", 999)),
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
}
