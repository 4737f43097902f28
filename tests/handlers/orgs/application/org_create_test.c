#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_create, org_create};

static struct scratch_answer
create(const char *json)
{
	return people_call(&entry, PLATFORM_ADMIN, "%s", json);
}

TEST(makes_one_with_the_caller_as_its_owner)
{
	org_world("request");
	scratch_expect(
		create("{'slug': 'new-one', 'name': 'New one', 'kind': 'club',"
		       " 'visibility': 'unlisted', 'joinPolicy': 'open',"
		       " 'description': 'About', 'accent': '#00ff7F', 'location': 'Here',"
		       " 'website': 'https://example.org/'}"),
		"{'slug': 'new-one', 'kind': 'club', 'visibility': 'unlisted',"
		" 'joinPolicy': 'open', 'description': 'About', 'accent': '#00ff7F',"
		" 'location': 'Here', 'website': 'https://example.org/',"
		" 'memberCount': 1}");
	people_expect_rows(1,
		"org_members v JOIN orgs o ON o.id = v.org_id WHERE o.slug = 'new-one'"
		" AND v.role = 'owner' AND v.member_id = '%s'",
		scratch_uuid_text(PLATFORM_ADMIN));
	people_expect_rows(1, "audit WHERE action = 'org.create'");
	org_expect_sound();
}

TEST(fills_in_every_default)
{
	org_world("request");
	scratch_expect(create(JSON({"slug": "abc", "name": "No"})),
		"{'kind': 'community', 'visibility': 'public', 'joinPolicy': 'request',"
		" 'description': '', 'accent': '#88D1FF', 'website': ''}");
}

TEST(takes_every_bound_and_nothing_beyond)
{
	static const char format[] =
		JSON({"slug": "%s", "name": "%s", "description": "%s", "location": "%s"});
	const char *slug_of_40 = "a234567890123456789012345678901234567890";

	org_world("request");
	assert_done(people_call(&entry, PLATFORM_ADMIN, format, slug_of_40,
		scratch_text(80), scratch_text(2000), scratch_text(80)));
	people_expect_fault(people_call(&entry, PLATFORM_ADMIN, format, "abc",
				    scratch_text(81), "", ""),
		"#/name", FAULT_TOO_LONG);
	people_expect_fault(
		people_call(&entry, PLATFORM_ADMIN, format, "abc", "x", "", ""), "#/name",
		FAULT_TOO_SHORT);
	people_expect_fault(people_call(&entry, PLATFORM_ADMIN, format, "abc", "No",
				    scratch_text(2001), ""),
		"#/description", FAULT_TOO_LONG);
	people_expect_fault(people_call(&entry, PLATFORM_ADMIN, format, "abc", "No", "",
				    scratch_text(81)),
		"#/location", FAULT_TOO_LONG);
	people_expect_fault(
		create(JSON({"slug": "-ab", "name": "No"})), "#/slug", FAULT_PATTERN);
	people_expect_fault(
		create(JSON({"slug": "abc", "name": "No", "accent": "red-ish"})),
		"#/accent", FAULT_PATTERN);
	people_expect_fault(
		create(JSON({"slug": "abc", "name": "No", "website": "javascript:1"})),
		"#/website", FAULT_FORMAT);
	people_expect_fault(create(JSON({"slug": "abc", "name": "No", "kind": "sect"})),
		"#/kind", FAULT_ENUM);
}

TEST(refuses_slugs_that_are_taken_asked_for_or_reserved)
{
	org_world("request");
	people_expect_fault(
		create(JSON({"slug": "org-10", "name": "Again"})), "#/slug", FAULT_TAKEN);
	scratch_sql(
		"INSERT INTO org_applications (id, applicant_id, slug, name, kind,"
		" description, location, website, applicant_role, message) VALUES ('%s',"
		" '%s', 'wanted', 'Wanted', 'club', '', '', '', 'Chair', '')",
		scratch_uuid_text(50), scratch_uuid_text(STRANGER));
	people_expect_fault(
		create(JSON({"slug": "wanted", "name": "First"})), "#/slug", FAULT_TAKEN);
	people_expect_fault(create(JSON({"slug": "admin", "name": "Official"})), "#/slug",
		FAULT_NOT_ALLOWED);
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
