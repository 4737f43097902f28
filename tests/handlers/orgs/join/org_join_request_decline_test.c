#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_join_request_decline, org_join_request_decline};

static struct scratch_answer
decline(unsigned caller)
{
	return org_call(&entry, caller, JSON({"slug": "org-10", "id": "%s"}),
		scratch_id("jreq", REQUEST));
}

TEST(keeps_who_asked_out_and_tells_so)
{
	struct scratch_answer answer;

	org_world("request");
	answer = decline(ADMIN);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "status"), "declined");
	assert_false(json_is_null(scratch_at(&answer, "decidedAt")));
	assert_int_equal(people_count("SELECT count(*) FROM org_members"), 3);
	assert_int_equal(org_notices("join_request_declined", REQUESTER), 1);
	org_expect_sound();
}

TEST(declining_again_changes_nothing)
{
	struct scratch_answer first, second;

	org_world("request");
	first = decline(ADMIN);
	second = decline(OWNER);
	assert_string_equal(first.text, second.text);
	assert_int_equal(org_notices_in_all("join_request_declined"), 1);
}

TEST(refuses_what_was_approved)
{
	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'approved', decided_at = now()");
	assert_int_equal(decline(OWNER).problem, PROBLEM_INVALID_TRANSITION);
}

TEST(is_for_owners_and_admins)
{
	org_world("request");
	org_expect_managers_only(&entry,
		arena_printf(scratch_arena(), JSON({"slug": "org-10", "id": "%s"}),
			scratch_id("jreq", REQUEST)));
	assert_int_equal(org_call(&entry, OWNER, JSON({"slug": "org-10", "id": "%s"}),
				 scratch_id("jreq", 999))
				 .problem,
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
}
