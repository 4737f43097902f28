#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_join, org_join};

TEST(lets_everybody_into_an_open_organization)
{
	struct scratch_answer answer;

	org_world("open");
	answer = people_call(&entry, STRANGER, JSON({"slug": "org-10"}));
	scratch_expect(&answer,
		"{'role': 'member', 'memberCount': 4, 'joinRequestStatus': null}");
	assert_int_equal(people_notices("org_joined", OWNER), 1);
	assert_int_equal(people_notices("org_joined", ADMIN), 1);
	assert_int_equal(people_notices_in_all("org_joined"), 2);
	org_expect_sound();
}

TEST(takes_a_request_where_the_policy_asks_for_one)
{
	struct scratch_answer answer;

	org_world("request");
	answer = people_call(
		&entry, STRANGER, JSON({"slug": "org-10", "message": "Hello"}));
	scratch_expect(&answer,
		"{'role': null, 'joinRequestStatus': 'pending', 'memberCount': 3}");
	people_expect_rows(1,
		"org_join_requests WHERE message = 'Hello' AND member_id = '%s'",
		scratch_uuid_text(STRANGER));
	assert_int_equal(people_notices_in_all("join_request_received"), 2);
	assert_int_equal(people_notices("join_request_received", MEMBER), 0);
}

TEST(a_second_request_returns_the_pending_one)
{
	struct scratch_answer answer;

	org_world("request");
	answer = people_call(
		&entry, REQUESTER, JSON({"slug": "org-10", "message": "Again"}));
	assert_string_equal(scratch_string(&answer, "joinRequestStatus"), "pending");
	people_expect_rows(1, "org_join_requests WHERE message = 'Please'");
	people_expect_rows(1, "org_join_requests");
	assert_int_equal(people_notices_in_all("join_request_received"), 0);
}

TEST(a_new_request_may_follow_a_decline)
{
	struct scratch_answer answer;

	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'declined', decided_at = now()");
	answer = people_call(&entry, REQUESTER, JSON({"slug": "org-10"}));
	assert_string_equal(scratch_string(&answer, "joinRequestStatus"), "pending");
	people_expect_rows(2, "org_join_requests");
	org_expect_sound();
}

TEST(joining_settles_the_pending_request_and_invitation)
{
	struct scratch_answer answer;

	org_world("open");
	org_invite(60, "MEMBER6@example.org", "admin", "pending", "word", "1 day");
	answer = people_call(&entry, REQUESTER, JSON({"slug": "org-10"}));
	scratch_expect(&answer, "{'role': 'member', 'joinRequestStatus': 'approved'}");
	people_expect_rows(1, "org_invitations WHERE status = 'accepted'");
	org_expect_sound();
}

TEST(changes_nothing_for_members)
{
	org_world("invite_only");
	for (unsigned i = OWNER; i <= MEMBER; i++) {
		struct scratch_answer answer =
			people_call(&entry, i, JSON({"slug": "org-10"}));

		scratch_expect(&answer, "{'memberCount': 3}");
	}
	org_expect_sound();
}

TEST(refuses_strangers_where_one_must_be_invited)
{
	static const enum problem expected[PERSON_END] = {
		[STRANGER] = PROBLEM_ORG_INVITE_ONLY,
		[PLATFORM_ADMIN] = PROBLEM_ORG_INVITE_ONLY,
		[REQUESTER] = PROBLEM_ORG_INVITE_ONLY,
	};

	org_world("invite_only");
	people_expect(&entry, JSON({"slug": "org-10"}), expected, PERSON_END);
}

TEST(takes_a_message_of_500_characters)
{
	struct scratch_answer answer;

	org_world("request");
	answer = people_call(&entry, STRANGER, JSON({"slug": "org-10", "message": "%s"}),
		scratch_text(501));
	people_expect_fault(&answer, "#/message", FAULT_TOO_LONG);
	answer = people_call(&entry, STRANGER, JSON({"slug": "org-10", "message": "%s"}),
		scratch_text(500));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_int_equal(people_call(&entry, STRANGER, JSON({"slug": "org-11"})).problem,
		PROBLEM_ORG_NOT_FOUND);
	org_expect_refused_by_database(
		"UPDATE org_join_requests SET message = repeat('x', 501)");
	org_expect_refused_by_database(
		"UPDATE org_join_requests SET status = 'approved'");
	org_expect_refused_by_database(
		"INSERT INTO org_join_requests (id, org_id, member_id, message) SELECT"
		" gen_random_uuid(), org_id, member_id, '' FROM org_join_requests");
}
