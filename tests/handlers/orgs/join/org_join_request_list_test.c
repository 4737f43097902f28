#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_join_request_list, org_join_request_list};

TEST(answers_the_whole_record)
{
	struct scratch_answer answer;

	org_world("request");
	answer =
		people_call(&entry, ADMIN, JSON({"slug": "org-10", "status": "pending"}));
	scratch_expect(answer,
		"{'items.0.id': '%s', 'items.0.orgSlug': 'org-10',"
		" 'items.0.userId': '%s', 'items.0.handle': 'member-6',"
		" 'items.0.name': 'Member 6', 'items.0.headline': '',"
		" 'items.0.message': 'Please', 'items.0.status': 'pending',"
		" 'items.0.createdAt': '2026-01-01T00:01:40.000Z',"
		" 'items.0.decidedAt': null}",
		scratch_id("jreq", REQUEST), scratch_id("usr", REQUESTER));
}

TEST(filters_by_state_and_pages_newest_first)
{
	struct scratch_answer answer;

	org_world("request");
	org_request(101, 10, STRANGER, "declined");
	org_request(102, 10, REQUESTER, "declined");
	org_request(103, 10, STRANGER, "declined");
	answer = people_call(&entry, OWNER,
		JSON({"slug": "org-10", "status": "declined", "limit": 2}));
	scratch_expect(answer, "{'items.0.id': '%s', 'items.1.id': '%s'}",
		scratch_id("jreq", 103), scratch_id("jreq", 102));
	answer = people_call(&entry, OWNER,
		"{'slug': 'org-10', 'status': 'declined', 'limit': 2, 'cursor': '%s'}",
		scratch_string(&answer, "nextCursor"));
	scratch_expect(answer, "{'items.0.id': '%s', 'items.length': 1}",
		scratch_id("jreq", 101));
	scratch_expect(people_call(&entry, OWNER,
			       JSON({"slug": "org-10", "status": "approved"})),
		"{'items.length': 0}");
}

TEST(lists_pending_requests_by_default)
{
	org_world("request");
	org_request(101, 10, STRANGER, "declined");
	scratch_expect(people_call(&entry, OWNER, JSON({"slug": "org-10"})),
		"{'items.0.id': '%s', 'items.0.status': 'pending', 'items.length': 1}",
		scratch_id("jreq", REQUEST));
}

TEST(hides_requests_of_suspended_members_and_of_others)
{
	struct scratch_answer answer;

	org_world("request");
	people_add_org(11, "public");
	org_request(101, 11, STRANGER, "pending");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(REQUESTER));
	answer =
		people_call(&entry, OWNER, JSON({"slug": "org-10", "status": "pending"}));
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 0);
}

TEST(is_for_owners_and_admins)
{
	struct scratch_answer answer;

	org_world("request");
	org_expect_managers_only(&entry, JSON({"slug": "org-10", "status": "pending"}));
	answer =
		people_call(&entry, OWNER, JSON({"slug": "org-11", "status": "pending"}));
	assert_problem(answer, PROBLEM_ORG_NOT_FOUND);
}
