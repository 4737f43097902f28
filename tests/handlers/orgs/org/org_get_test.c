#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_get, org_get};

static void
answers_the_whole_record_with_the_callers_role(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	answer = org_call(&entry, ADMIN, "{'slug': 'org-10'}");
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

static void
knows_how_every_caller_stands(void **state)
{
	static const char *const roles[] = {
		[OWNER] = "owner", [ADMIN] = "admin", [MEMBER] = "member"};

	(void)state;
	org_world("request");
	for (unsigned i = OWNER; i < PERSON_END; i++) {
		struct scratch_answer answer = org_call(&entry, i, "{'slug': 'org-10'}");

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

static void
shows_the_latest_of_several_requests(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'declined', decided_at = now()");
	org_request(101, 10, REQUESTER, "approved");
	answer = org_call(&entry, REQUESTER, "{'slug': 'org-10'}");
	assert_string_equal(scratch_string(&answer, "joinRequestStatus"), "approved");
}

static void
reaches_an_unlisted_one_by_its_slug(void **state)
{
	(void)state;
	org_world("request");
	scratch_sql("UPDATE orgs SET visibility = 'unlisted'");
	assert_int_equal(
		org_call(&entry, STRANGER, "{'slug': 'org-10'}").problem, PROBLEM_NONE);
}

static void
refuses_slugs_that_name_nothing(void **state)
{
	(void)state;
	org_world("request");
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-11'}").problem,
		PROBLEM_ORG_NOT_FOUND);
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'Org_10'}").problem,
		PROBLEM_ORG_NOT_FOUND);
	assert_int_equal(
		org_call(&entry, OWNER, "{'slug': 'x'}").problem, PROBLEM_ORG_NOT_FOUND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(answers_the_whole_record_with_the_callers_role),
		HANDLER_TEST(knows_how_every_caller_stands),
		HANDLER_TEST(shows_the_latest_of_several_requests),
		HANDLER_TEST(reaches_an_unlisted_one_by_its_slug),
		HANDLER_TEST(refuses_slugs_that_name_nothing),
	};

	scratch_open("orgs");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
