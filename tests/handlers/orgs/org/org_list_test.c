#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_list, org_list};

/* Adds organizations 11 to 15: 11 unlisted, 12 by invitation only, 13 to 15 open to all;
 * the member is in 11 and 14. */
static void
add_orgs(void)
{
	org_world("request");
	for (unsigned i = 11; i <= 15; i++)
		people_add_org(i, i == 11 ? "unlisted" : "public");
	scratch_sql("UPDATE orgs SET join_policy = 'invite_only' WHERE slug = 'org-12'");
	scratch_sql("UPDATE orgs SET created_at = timestamptz '2026-01-01 00:00:00Z'"
		    " + right(slug, 2)::integer * interval '1 minute'");
	people_join_as(11, MEMBER, "owner");
	people_join_as(14, MEMBER, "admin");
}

static const char *
slugs(unsigned person, const char *json)
{
	struct scratch_answer answer = people_call(&entry, person, "%s", json);

	assert_done(answer);
	return org_each(scratch_at(&answer, "items"), "slug");
}

TEST(lists_the_callers_own_by_default_newest_first)
{
	add_orgs();
	assert_string_equal(slugs(MEMBER, "{}"), "org-14 org-11 org-10 ");
	assert_string_equal(
		slugs(MEMBER, JSON({"scope": "mine"})), "org-14 org-11 org-10 ");
	assert_string_equal(slugs(STRANGER, "{}"), "");
	scratch_expect(people_call(&entry, MEMBER, "{}"),
		"{'items.0.role': 'admin', 'items.1.role': 'owner', 'nextCursor': null}");
}

TEST(lists_public_ones_that_the_caller_could_join)
{
	add_orgs();
	assert_string_equal(slugs(MEMBER, JSON({"scope": "listed"})), "org-15 org-13 ");
	assert_string_equal(slugs(REQUESTER, JSON({"scope": "listed"})),
		"org-15 org-14 org-13 org-10 ");
	scratch_expect(people_call(&entry, REQUESTER, JSON({"scope": "listed"})),
		"{'items.3.role': null, 'items.3.joinRequestStatus': 'pending',"
		" 'items.0.joinRequestStatus': null}");
}

TEST(pages_without_gap_or_repetition)
{
	static const char *const scopes[] = {"mine", "listed"};
	static const char *const expected[][2] = {
		{"org-14 org-11 ", "org-10 "}, {"org-15 org-13 ", ""}};

	add_orgs();
	for (size_t i = 0; i < COUNT_OF(scopes); i++) {
		struct scratch_answer first = people_call(
			&entry, MEMBER, JSON({"scope": "%s", "limit": 2}), scopes[i]);
		struct scratch_answer second;

		assert_string_equal(
			org_each(scratch_at(&first, "items"), "slug"), expected[i][0]);
		if (expected[i][1][0] == '\0') {
			assert_true(json_is_null(scratch_at(&first, "nextCursor")));
			continue;
		}
		second = people_call(&entry, MEMBER,
			JSON({"scope": "%s", "limit": 2, "cursor": "%s"}), scopes[i],
			scratch_string(&first, "nextCursor"));
		assert_string_equal(
			org_each(scratch_at(&second, "items"), "slug"), expected[i][1]);
	}
}

TEST(serves_the_largest_page)
{
	struct scratch_answer answer;

	people_add(1);
	scratch_sql(
		"INSERT INTO orgs (id, slug, name) SELECT gen_random_uuid(), 'many-' ||"
		" n, 'Many' FROM generate_series(1, 120) n");
	answer = people_call(&entry, 1, JSON({"scope": "listed", "limit": 100}));
	scratch_expect(answer, "{'items.length': 100}");
	answer = people_call(&entry, 1,
		JSON({"scope": "listed", "limit": 100, "cursor": "%s"}),
		scratch_string(&answer, "nextCursor"));
	scratch_expect(answer, "{'items.length': 20, 'nextCursor': null}");
}

TEST(refuses_what_it_does_not_know)
{
	struct scratch_answer answer;

	add_orgs();
	people_expect_fault(people_call(&entry, OWNER, JSON({"scope": "all"})), "#/scope",
		FAULT_ENUM);
	people_expect_fault(people_call(&entry, OWNER, JSON({"limit": 101})), "#/limit",
		FAULT_TOO_LARGE);
	people_expect_fault(people_call(&entry, OWNER, JSON({"limit": 0})), "#/limit",
		FAULT_TOO_SMALL);
	assert_problem(people_call(&entry, OWNER, JSON({"cursor": "nonsense"})),
		PROBLEM_INVALID_CURSOR);
	answer = people_call(&entry, MEMBER, JSON({"limit": 2}));
	answer = people_call(&entry, MEMBER, JSON({"scope": "listed", "cursor": "%s"}),
		scratch_string(&answer, "nextCursor"));
	assert_problem(answer, PROBLEM_INVALID_CURSOR);
}
