#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_get, org_get};

TEST(answers_the_whole_record_with_the_callers_role)
{
	struct scratch_answer answer;

	org_world("request");
	answer = org_call(&entry, ADMIN, JSON({"slug": "org-10"}));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "id"), scratch_id("org", 10));
	assert_string_equal(scratch_string(&answer, "slug"), "org-10");
	assert_string_equal(scratch_string(&answer, "name"), "Org 10");
	assert_string_equal(scratch_string(&answer, "kind"), "community");
	assert_string_equal(scratch_string(&answer, "visibility"), "public");
	assert_string_equal(scratch_string(&answer, "joinPolicy"), "request");
	assert_string_equal(scratch_string(&answer, "description"), "");
	assert_string_equal(scratch_string(&answer, "accent"), "#88D1FF");
	assert_string_equal(scratch_string(&answer, "location"), "");
	assert_string_equal(scratch_string(&answer, "website"), "");
	assert_true(json_is_null(scratch_at(&answer, "logo")));
	assert_true(json_is_null(scratch_at(&answer, "coverImage")));
	assert_int_equal(json_integer_value(scratch_at(&answer, "memberCount")), 3);
	assert_string_equal(
		scratch_string(&answer, "createdAt"), "2026-01-01T00:00:00.000Z");
	assert_string_equal(scratch_string(&answer, "role"), "admin");
	assert_true(json_is_null(scratch_at(&answer, "joinRequestStatus")));
}

TEST(knows_how_every_caller_stands)
{
	static const char *const roles[] = {
		[OWNER] = "owner", [ADMIN] = "admin", [MEMBER] = "member"};

	org_world("request");
	for (unsigned i = OWNER; i < PERSON_END; i++) {
		struct scratch_answer answer =
			org_call(&entry, i, JSON({"slug": "org-10"}));

		assert_int_equal(answer.problem, PROBLEM_NONE);
		if (i <= MEMBER)
			assert_string_equal(scratch_string(&answer, "role"), roles[i]);
		else
			assert_true(json_is_null(scratch_at(&answer, "role")));
		if (i == REQUESTER)
			assert_string_equal(
				scratch_string(&answer, "joinRequestStatus"), "pending");
		else
			assert_true(
				json_is_null(scratch_at(&answer, "joinRequestStatus")));
	}
}

TEST(shows_the_latest_of_several_requests)
{
	struct scratch_answer answer;

	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'declined', decided_at = now()");
	org_request(101, 10, REQUESTER, "approved");
	answer = org_call(&entry, REQUESTER, JSON({"slug": "org-10"}));
	assert_string_equal(scratch_string(&answer, "joinRequestStatus"), "approved");
}

TEST(reaches_an_unlisted_one_by_its_slug)
{
	org_world("request");
	scratch_sql("UPDATE orgs SET visibility = 'unlisted'");
	assert_int_equal(org_call(&entry, STRANGER, JSON({"slug": "org-10"})).problem,
		PROBLEM_NONE);
}

TEST(refuses_slugs_that_name_nothing)
{
	org_world("request");
	assert_int_equal(org_call(&entry, OWNER, JSON({"slug": "org-11"})).problem,
		PROBLEM_ORG_NOT_FOUND);
	assert_int_equal(org_call(&entry, OWNER, JSON({"slug": "Org_10"})).problem,
		PROBLEM_ORG_NOT_FOUND);
	assert_int_equal(org_call(&entry, OWNER, JSON({"slug": "x"})).problem,
		PROBLEM_ORG_NOT_FOUND);
}
