#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_create, org_create};

static struct scratch_answer
create(const char *json)
{
	return org_call(&entry, PLATFORM_ADMIN, "%s", json);
}

TEST(makes_one_with_the_caller_as_its_owner)
{
	struct scratch_answer answer;

	org_world("request");
	answer = create(JSON({
		"slug": "new-one",
		"name": "New one",
		"kind": "club",
		"visibility": "unlisted",
		"joinPolicy": "open",
		"description": "About",
		"accent": "#00ff7F",
		"location": "Here",
		"website": "https://example.org/"
	}));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "slug"), "new-one");
	assert_string_equal(scratch_string(&answer, "kind"), "club");
	assert_string_equal(scratch_string(&answer, "visibility"), "unlisted");
	assert_string_equal(scratch_string(&answer, "joinPolicy"), "open");
	assert_string_equal(scratch_string(&answer, "description"), "About");
	assert_string_equal(scratch_string(&answer, "accent"), "#00ff7F");
	assert_string_equal(scratch_string(&answer, "location"), "Here");
	assert_string_equal(scratch_string(&answer, "website"), "https://example.org/");
	assert_int_equal(json_integer_value(scratch_at(&answer, "memberCount")), 1);
	assert_int_equal(people_count("SELECT count(*) FROM org_members v JOIN orgs o"
				      " ON o.id = v.org_id WHERE o.slug = 'new-one'"
				      " AND v.role = 'owner' AND v.member_id = '%s'",
				 scratch_uuid_text(PLATFORM_ADMIN)),
		1);
	assert_int_equal(
		people_count("SELECT count(*) FROM audit WHERE action = 'org.create'"),
		1);
	org_expect_sound();
}

TEST(fills_in_every_default)
{
	struct scratch_answer answer;

	org_world("request");
	answer = create(JSON({"slug": "abc", "name": "No"}));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "kind"), "community");
	assert_string_equal(scratch_string(&answer, "visibility"), "public");
	assert_string_equal(scratch_string(&answer, "joinPolicy"), "request");
	assert_string_equal(scratch_string(&answer, "description"), "");
	assert_string_equal(scratch_string(&answer, "accent"), "#88D1FF");
	assert_string_equal(scratch_string(&answer, "website"), "");
}

TEST(takes_every_bound_and_nothing_beyond)
{
	struct scratch_answer answer;

	static const char format[] =
		JSON({"slug": "%s", "name": "%s", "description": "%s", "location": "%s"});
	const char *slug_of_40 = "a234567890123456789012345678901234567890";

	org_world("request");
	answer = org_call(&entry, PLATFORM_ADMIN, format, slug_of_40, org_text(80),
		org_text(2000), org_text(80));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	answer = org_call(&entry, PLATFORM_ADMIN, format, "abc", org_text(81), "", "");
	people_expect_fault(&answer, "#/name", FAULT_TOO_LONG);
	answer = org_call(&entry, PLATFORM_ADMIN, format, "abc", "x", "", "");
	people_expect_fault(&answer, "#/name", FAULT_TOO_SHORT);
	answer =
		org_call(&entry, PLATFORM_ADMIN, format, "abc", "No", org_text(2001), "");
	people_expect_fault(&answer, "#/description", FAULT_TOO_LONG);
	answer = org_call(&entry, PLATFORM_ADMIN, format, "abc", "No", "", org_text(81));
	people_expect_fault(&answer, "#/location", FAULT_TOO_LONG);
	answer = create(JSON({"slug": "-ab", "name": "No"}));
	people_expect_fault(&answer, "#/slug", FAULT_PATTERN);
	answer = create(JSON({"slug": "abc", "name": "No", "accent": "red-ish"}));
	people_expect_fault(&answer, "#/accent", FAULT_PATTERN);
	answer = create(JSON({"slug": "abc", "name": "No", "website": "javascript:1"}));
	people_expect_fault(&answer, "#/website", FAULT_FORMAT);
	answer = create(JSON({"slug": "abc", "name": "No", "kind": "sect"}));
	people_expect_fault(&answer, "#/kind", FAULT_ENUM);
}

TEST(refuses_slugs_that_are_taken_asked_for_or_reserved)
{
	struct scratch_answer answer;

	org_world("request");
	answer = create(JSON({"slug": "org-10", "name": "Again"}));
	people_expect_fault(&answer, "#/slug", FAULT_TAKEN);
	scratch_sql(
		"INSERT INTO org_applications (id, applicant_id, slug, name, kind,"
		" description, location, website, applicant_role, message) VALUES ('%s',"
		" '%s', 'wanted', 'Wanted', 'club', '', '', '', 'Chair', '')",
		scratch_uuid_text(50), scratch_uuid_text(STRANGER));
	answer = create(JSON({"slug": "wanted", "name": "First"}));
	people_expect_fault(&answer, "#/slug", FAULT_TAKEN);
	answer = create(JSON({"slug": "admin", "name": "Official"}));
	people_expect_fault(&answer, "#/slug", FAULT_NOT_ALLOWED);
	org_expect_sound();
}

TEST(is_refused_by_the_database_beyond_the_bounds)
{
	org_world("request");
	org_expect_refused_by_database("UPDATE orgs SET name = 'x'");
	org_expect_refused_by_database("UPDATE orgs SET slug = 'UPPER'");
	org_expect_refused_by_database("UPDATE orgs SET description = repeat('x', 2001)");
	org_expect_refused_by_database("UPDATE orgs SET accent = 'red'");
	org_expect_refused_by_database("UPDATE orgs SET kind = 'sect'");
	org_expect_refused_by_database("UPDATE orgs SET join_policy = 'never'");
	org_expect_refused_by_database("UPDATE orgs SET member_count = -1");
	org_expect_refused_by_database("UPDATE org_members SET role = 'king'");
}
