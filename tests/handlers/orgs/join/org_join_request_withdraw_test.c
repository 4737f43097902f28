#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_join_request_withdraw, org_join_request_withdraw};
static const struct op_entry join = {&op_org_join, org_join};
static const struct op_entry get = {&op_org_get, org_get};

static enum problem
withdraw(unsigned caller)
{
	return people_call(&entry, caller, JSON({"slug": "org-10"})).problem;
}

TEST(takes_the_pending_request_back)
{
	org_world("request");
	assert_int_equal(withdraw(REQUESTER), PROBLEM_NONE);
	people_expect_rows(0, "org_join_requests");
	scratch_expect(people_call(&get, REQUESTER, JSON({"slug": "org-10"})),
		"{'joinRequestStatus': null}");
	assert_int_equal(withdraw(REQUESTER), PROBLEM_JOIN_REQUEST_NOT_FOUND);
	scratch_expect(people_call(&join, REQUESTER,
			       JSON({"slug": "org-10", "message": "Again"})),
		"{'joinRequestStatus': 'pending'}");
	org_expect_sound();
}

TEST(leaves_what_is_decided_and_what_others_asked)
{
	static const enum problem expected[PERSON_END] = {
		[OWNER] = PROBLEM_JOIN_REQUEST_NOT_FOUND,
		[ADMIN] = PROBLEM_JOIN_REQUEST_NOT_FOUND,
		[MEMBER] = PROBLEM_JOIN_REQUEST_NOT_FOUND,
		[STRANGER] = PROBLEM_JOIN_REQUEST_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_JOIN_REQUEST_NOT_FOUND};

	org_world("request");
	org_request(101, 10, STRANGER, "declined");
	people_expect(&entry, JSON({"slug": "org-10"}), expected, PERSON_END);
	people_expect_rows(2, "org_join_requests");
	assert_problem(people_call(&entry, STRANGER, JSON({"slug": "nowhere"})),
		PROBLEM_ORG_NOT_FOUND);
}
