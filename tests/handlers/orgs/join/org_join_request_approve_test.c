#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_join_request_approve, org_join_request_approve};

static struct scratch_answer
approve(unsigned caller)
{
	return people_call(&entry, caller, JSON({"slug": "org-10", "id": "%s"}),
		scratch_id("jreq", REQUEST));
}

TEST(lets_who_asked_in_and_tells_so)
{
	struct scratch_answer answer;

	org_world("request");
	answer = approve(ADMIN);
	scratch_expect(answer, "{'status': 'approved'}");
	assert_false(json_is_null(scratch_at(&answer, "decidedAt")));
	people_expect_rows(1, "org_members WHERE role = 'member' AND member_id = '%s'",
		scratch_uuid_text(REQUESTER));
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 4);
	assert_int_equal(people_notices("join_request_approved", REQUESTER), 1);
	org_expect_sound();
}

/* Each decision, whichever page it was made on. */
TEST(ends_the_callers_notification_of_this_request)
{
	static const char request[] = "join_request_received";

	org_world("request");
	people_tell(ADMIN, request, 10, REQUESTER);
	people_tell(ADMIN, request, 10, STRANGER);
	people_tell(ADMIN, "org_joined", 10, REQUESTER);
	people_tell(OWNER, request, 10, REQUESTER);
	assert_done(approve(ADMIN));
	assert_int_equal(people_unread(ADMIN), 2);
	assert_int_equal(people_unread(OWNER), 1);
}

TEST(approving_again_changes_nothing)
{
	struct scratch_answer first, second;

	org_world("request");
	first = approve(ADMIN);
	second = approve(OWNER);
	assert_string_equal(first.text, second.text);
	assert_int_equal(people_notices_in_all("join_request_approved"), 1);
	scratch_sql("DELETE FROM org_members WHERE member_id = '%s'",
		scratch_uuid_text(REQUESTER));
	scratch_sql("UPDATE orgs SET member_count = 3");
	assert_done(approve(OWNER));
	people_expect_rows(3, "org_members");
}

TEST(refuses_what_was_declined)
{
	struct scratch_answer answer;

	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'declined', decided_at = now()");
	answer = approve(OWNER);
	assert_problem(answer, PROBLEM_INVALID_TRANSITION);
	assert_string_equal(
		answer.detail, "the join request is declined and cannot become approved");
}

TEST(is_for_owners_and_admins)
{
	const char *json;

	org_world("request");
	json = scratch_printf(
		JSON({"slug": "org-10", "id": "%s"}), scratch_id("jreq", REQUEST));
	org_expect_managers_only(&entry, json);
}

TEST(refuses_requests_that_are_not_there)
{
	org_world("request");
	people_add_org(11, "public");
	people_join_as(11, OWNER, "owner");
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-11", "id": "%s"}),
			       scratch_id("jreq", REQUEST)),
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-10", "id": "%s"}),
			       scratch_id("jreq", 999)),
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-10", "id": "x"})),
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(REQUESTER));
	assert_problem(approve(OWNER), PROBLEM_JOIN_REQUEST_NOT_FOUND);
}
