#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_member_list, org_member_list};

TEST(answers_members_with_their_profile_and_role)
{
	struct scratch_answer answer;

	org_world("request");
	scratch_sql(
		"UPDATE org_members SET joined_at = timestamptz '2026-01-01 00:00:00Z'"
		" + right(member_id::text, 1)::integer * interval '1 hour'");
	scratch_sql(
		"UPDATE profiles SET headline = 'Builder', roles = '{founder,investor}',"
		" looking_for = '{team}' WHERE member_id = '%s'",
		scratch_uuid_text(MEMBER));
	answer = people_call(&entry, MEMBER, JSON({"slug": "org-10"}));
	assert_done(answer);
	assert_string_equal(
		org_each(scratch_at(&answer, "items"), "role"), "member admin owner ");
	scratch_expect(answer,
		"{'items.0.userId': '%s', 'items.0.handle': 'member-3',"
		" 'items.0.name': 'Member 3', 'items.0.image': null,"
		" 'items.0.headline': 'Builder', 'items.0.roles.1': 'investor',"
		" 'items.0.lookingFor.0': 'team',"
		" 'items.0.joinedAt': '2026-01-01T03:00:00.000Z'}",
		scratch_id("usr", MEMBER));
}

TEST(is_for_members)
{
	static const enum problem expected[PERSON_END] = {
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED,
		[REQUESTER] = PROBLEM_ORG_ROLE_REQUIRED};

	org_world("open");
	people_expect(&entry, JSON({"slug": "org-10"}), expected, PERSON_END);
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-11"})),
		PROBLEM_ORG_NOT_FOUND);
}

TEST(hides_suspended_members)
{
	org_world("request");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(ADMIN));
	scratch_expect(people_call(&entry, OWNER, JSON({"slug": "org-10"})),
		"{'items.length': 2}");
}

TEST(pages_through_members_who_joined_at_the_same_moment)
{
	struct scratch_answer answer;
	size_t seen = 0;
	const char *cursor = "";

	org_world("request");
	scratch_sql(
		"INSERT INTO members (id, email, name, email_verified_at, status) SELECT"
		" ('00000000-0000-7000-8000-00000001' || lpad(to_hex(n), 4, '0'))::uuid,"
		" n || '@many.example', 'Many', now(), 'active'"
		" FROM generate_series(1, 230) n");
	scratch_sql(
		"INSERT INTO org_members (org_id, member_id) SELECT '%s', id FROM members"
		" WHERE email LIKE '%%many.example'",
		scratch_uuid_text(10));
	for (int page = 0; page < 3; page++) {
		answer = people_call(&entry, OWNER,
			"{'slug': 'org-10', 'limit': 100%s%s%s}",
			page == 0 ? "" : ", 'cursor': '", cursor, page == 0 ? "" : "'");
		assert_done(answer);
		seen += json_array_size(scratch_at(&answer, "items"));
		if (page < 2)
			cursor = scratch_string(&answer, "nextCursor");
	}
	assert_true(json_is_null(scratch_at(&answer, "nextCursor")));
	assert_int_equal(seen, 233);
	assert_string_equal(scratch_string(&answer, "items.0.handle"), "");
}
