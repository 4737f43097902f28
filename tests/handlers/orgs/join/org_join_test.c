#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_join, org_join};

TEST(lets_everybody_into_an_open_organization)
{
	org_world("open");
	scratch_expect(people_call(&entry, STRANGER, JSON({"slug": "org-10"})),
		"{'role': 'member', 'memberCount': 4, 'joinRequestStatus': null}");
	assert_int_equal(people_notices("org_joined", OWNER), 1);
	assert_int_equal(people_notices("org_joined", ADMIN), 1);
	assert_int_equal(people_notices_in_all("org_joined"), 2);
	org_expect_sound();
}

TEST(takes_a_request_where_the_policy_asks_for_one)
{
	org_world("request");
	scratch_expect(people_call(&entry, STRANGER,
			       JSON({"slug": "org-10", "message": "Hello"})),
		"{'role': null, 'joinRequestStatus': 'pending', 'memberCount': 3}");
	people_expect_rows(1,
		"org_join_requests WHERE message = 'Hello' AND member_id = '%s'",
		scratch_uuid_text(STRANGER));
	assert_int_equal(people_notices_in_all("join_request_received"), 2);
	assert_int_equal(people_notices("join_request_received", MEMBER), 0);
}

TEST(the_latest_ten_earlier_requests_are_kept)
{
	org_world("request");
	scratch_sql(
		"INSERT INTO org_join_requests (id, org_id, member_id, message, status,"
		" created_at, decided_at) SELECT gen_random_uuid(), o.id, '%s', n,"
		" 'declined', now() - n * interval '1 min', now()"
		" FROM orgs o, generate_series(1, 15) AS n",
		scratch_uuid_text(STRANGER));
	assert_done(people_call(&entry, STRANGER, JSON({"slug": "org-10"})));
	people_expect_rows(11, "org_join_requests WHERE member_id = '%s'",
		scratch_uuid_text(STRANGER));
	people_expect_rows(0, "org_join_requests WHERE message = '11'");
}

TEST(a_second_request_returns_the_pending_one)
{
	org_world("request");
	scratch_expect(people_call(&entry, REQUESTER,
			       JSON({"slug": "org-10", "message": "Again"})),
		"{'joinRequestStatus': 'pending'}");
	people_expect_rows(1, "org_join_requests WHERE message = 'Please'");
	people_expect_rows(1, "org_join_requests");
	assert_int_equal(people_notices_in_all("join_request_received"), 0);
}

TEST(a_new_request_may_follow_a_decline)
{
	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'declined', decided_at = now()");
	scratch_expect(people_call(&entry, REQUESTER, JSON({"slug": "org-10"})),
		"{'joinRequestStatus': 'pending'}");
	people_expect_rows(2, "org_join_requests");
	org_expect_sound();
}

TEST(joining_settles_the_pending_request_and_invitation)
{
	org_world("open");
	org_invite(60, "MEMBER6@example.org", "admin", "pending", "word", "1 day");
	scratch_expect(people_call(&entry, REQUESTER, JSON({"slug": "org-10"})),
		"{'role': 'member', 'joinRequestStatus': 'approved'}");
	people_expect_rows(1, "org_invitations WHERE status = 'accepted'");
	org_expect_sound();
}

TEST(changes_nothing_for_members)
{
	org_world("invite_only");
	for (unsigned i = OWNER; i <= MEMBER; i++) {
		scratch_expect(people_call(&entry, i, JSON({"slug": "org-10"})),
			"{'memberCount': 3}");
	}
	org_expect_sound();
}

TEST(refuses_strangers_where_one_must_be_invited)
{
	static const enum problem expected[PERSON_END] = {
		[STRANGER] = PROBLEM_ORG_INVITE_ONLY,
		[PLATFORM_ADMIN] = PROBLEM_ORG_INVITE_ONLY,
		[REQUESTER] = PROBLEM_ORG_INVITE_ONLY};

	org_world("invite_only");
	people_expect(&entry, JSON({"slug": "org-10"}), expected, PERSON_END);
}

TEST(takes_a_message_of_500_characters)
{
	org_world("request");
	people_expect_fault(
		people_call(&entry, STRANGER, JSON({"slug": "org-10", "message": "%s"}),
			scratch_text(501)),
		"#/message", FAULT_TOO_LONG);
	assert_done(people_call(&entry, STRANGER,
		JSON({"slug": "org-10", "message": "%s"}), scratch_text(500)));
	assert_problem(people_call(&entry, STRANGER, JSON({"slug": "org-11"})),
		PROBLEM_ORG_NOT_FOUND);
	org_expect_refused_by_database(
		"UPDATE org_join_requests SET message = repeat('x', 501)");
	org_expect_refused_by_database(
		"UPDATE org_join_requests SET status = 'approved'");
	org_expect_refused_by_database(
		"INSERT INTO org_join_requests (id, org_id, member_id, message) SELECT"
		" gen_random_uuid(), org_id, member_id, '' FROM org_join_requests");
}
