#include "tests/handlers/orgs/application_fixture.h"

TEST(takes_requests_applications_and_invitations_along)
{
	org_world("request");
	org_invite(60, "MEMBER6@example.org", "member", "pending", "word", "1 day");
	application_add(50, REQUESTER, "pending");
	application_add(51, STRANGER, "pending");
	people_end_account(REQUESTER);
	people_expect_rows(0, "org_join_requests");
	people_expect_rows(0, "org_invitations");
	people_expect_rows(1, "org_applications");
	org_expect_sound();
}

TEST(leaves_the_record_of_an_approved_application)
{
	static const struct op_entry entry = {
		&op_admin_org_application_list, admin_org_application_list};

	org_world("request");
	application_add(50, STRANGER, "approved");
	people_end_account(STRANGER);
	scratch_expect(people_call(&entry, PLATFORM_ADMIN, "{}"),
		"{'0.applicant.name': 'Former member', '0.applicant.email': '',"
		" '0.applicant.handle': null}");
}

TEST(counts_who_is_left)
{
	org_world("request");
	people_end_account(MEMBER);
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 2);
	org_expect_sound();
}

/* The account ends between the lookup of the request and the new membership. */
TEST(lets_nobody_in_whose_account_ended_meanwhile)
{
	static const struct op_entry decide[] = {
		{&op_org_join_request_approve, org_join_request_approve},
		{&op_org_join_request_respond, org_join_request_respond},
	};

	static const char *const decisions[] = {"", ", 'decision': 'approve'"};

	org_world("request");
	scratch_sql("SET LOCAL session_replication_role = replica");
	people_end_account(REQUESTER);
	scratch_sql("ALTER TABLE members DROP CONSTRAINT members_verified_check;"
		    " UPDATE members SET status = 'active' WHERE former_at IS NOT NULL");
	scratch_sql("SET LOCAL session_replication_role = origin");
	for (size_t i = 0; i < COUNT_OF(decide); i++) {
		enum problem problem;

		scratch_sql("SAVEPOINT decision");
		problem =
			people_call(&decide[i], ADMIN, "{'slug': 'org-10', 'id': '%s'%s}",
				scratch_id("jreq", REQUEST), decisions[i])
				.problem;
		scratch_sql("ROLLBACK TO SAVEPOINT decision");
		assert_int_equal(problem, PROBLEM_JOIN_REQUEST_NOT_FOUND);
	}
	org_expect_sound();
}
