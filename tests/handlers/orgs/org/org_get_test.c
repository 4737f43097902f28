#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_get, org_get};

TEST(answers_the_whole_record_with_the_callers_role)
{
	org_world("request");
	scratch_expect(people_call(&entry, ADMIN, JSON({"slug": "org-10"})),
		"{'id': '%s', 'slug': 'org-10', 'name': 'Org 10', 'kind': 'community',"
		" 'visibility': 'public', 'joinPolicy': 'request', 'description': '',"
		" 'accent': '#88D1FF', 'location': '', 'website': '', 'logo': null,"
		" 'coverImage': null, 'memberCount': 3,"
		" 'createdAt': '2026-01-01T00:00:00.000Z', 'role': 'admin',"
		" 'joinRequestStatus': null}",
		scratch_id("org", 10));
}

TEST(knows_how_every_caller_stands)
{
	static const char *const roles[] = {
		[OWNER] = "owner", [ADMIN] = "admin", [MEMBER] = "member"};

	org_world("request");
	for (unsigned i = OWNER; i < PERSON_END; i++) {
		struct scratch_answer answer =
			people_call(&entry, i, JSON({"slug": "org-10"}));

		assert_done(answer);
		if (i <= MEMBER)
			assert_string_equal(scratch_string(&answer, "role"), roles[i]);
		else
			assert_true(json_is_null(scratch_at(&answer, "role")));
		if (i == REQUESTER)
			scratch_expect(answer, "{'joinRequestStatus': 'pending'}");
		else
			scratch_expect(answer, "{'joinRequestStatus': null}");
	}
}

TEST(shows_the_latest_of_several_requests)
{
	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'declined', decided_at = now()");
	org_request(101, 10, REQUESTER, "approved");
	scratch_expect(people_call(&entry, REQUESTER, JSON({"slug": "org-10"})),
		"{'joinRequestStatus': 'approved'}");
}

TEST(reaches_an_unlisted_one_by_its_slug)
{
	org_world("request");
	scratch_sql("UPDATE orgs SET visibility = 'unlisted'");
	assert_done(people_call(&entry, STRANGER, JSON({"slug": "org-10"})));
}

TEST(refuses_slugs_that_name_nothing)
{
	org_world("request");
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-11"})),
		PROBLEM_ORG_NOT_FOUND);
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "Org_10"})),
		PROBLEM_ORG_NOT_FOUND);
	assert_problem(
		people_call(&entry, OWNER, JSON({"slug": "x"})), PROBLEM_ORG_NOT_FOUND);
}
