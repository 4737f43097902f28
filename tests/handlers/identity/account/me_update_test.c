#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_me_update, me_update};

static struct scratch_answer
update(const char *json)
{
	return people_call(&entry, 1, "%s", json);
}

TEST(changes_what_is_given_and_nothing_else)
{
	struct scratch_answer answer;

	people_add(1);
	assert_done(update(JSON({
		"handle": "ada",
		"headline": "H",
		"bio": "B",
		"roles": ["founder", "investor"],
		"skills": ["C"],
		"lookingFor": ["advice"],
		"affiliation": "A",
		"program": "P",
		"location": "L",
		"links": {"a": "https://a.example/", "ü \"q\"": "http://b.example/"},
		"visibility": "public"
	})));
	answer = update(JSON({"headline": "", "skills": []}));
	scratch_expect(answer,
		"{'profile.handle': 'ada', 'profile.headline': '', 'profile.bio': 'B',"
		" 'profile.roles.1': 'investor', 'profile.skills': [],"
		" 'profile.lookingFor.0': 'advice', 'profile.affiliation': 'A',"
		" 'profile.program': 'P', 'profile.location': 'L',"
		" 'profile.visibility': 'public'}");
	assert_string_equal(
		scratch_string(&answer, "profile.links.ü \"q\""), "http://b.example/");
	answer = update(JSON({"links": {}}));
	assert_int_equal(json_object_size(scratch_at(&answer, "profile.links")), 0);
}

TEST(an_empty_patch_leaves_even_the_time_alone)
{
	struct scratch_answer answer;

	people_add(1);
	scratch_sql("ALTER TABLE profiles DISABLE TRIGGER profiles_touch");
	scratch_sql("UPDATE profiles SET created_at = '2026-01-01 00:00:00Z',"
		    " updated_at = '2026-01-01 00:00:00Z'");
	scratch_sql("ALTER TABLE profiles ENABLE TRIGGER profiles_touch");
	scratch_expect(update("{}"), "{'profile.updatedAt': '2026-01-01T00:00:00.000Z'}");
	answer = update(JSON({"bio": "new"}));
	assert_string_not_equal(
		scratch_string(&answer, "profile.updatedAt"), "2026-01-01T00:00:00.000Z");
}

TEST(takes_a_handle_before_onboarding_without_showing_the_profile)
{
	people_add(1);
	scratch_sql("UPDATE profiles SET onboarded_at = NULL");
	scratch_expect(update(JSON({"handle": "ada"})), "{'profile': null}");
	assert_string_equal(scratch_value("SELECT handle FROM profiles"), "ada");
}

TEST(refuses_a_handle_that_somebody_has)
{
	people_add_all(2);
	assert_problem(update(JSON({"handle": "member-2"})), PROBLEM_HANDLE_TAKEN);
	assert_done(update(JSON({"handle": "member-1"})));
}

TEST(refuses_reserved_handles)
{
	static const char *const handles[] = {"admin", "api", "docs", "mcp", "oauth",
		"www", "support", "help", "root", "kith", "reset-password"};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(handles); i++) {
		people_expect_fault(
			update(scratch_printf(JSON({"handle": "%s"}), handles[i])),
			"#/handle", FAULT_NOT_ALLOWED);
	}
}

/* A text of `count` code points of four bytes each. */
static const char *
wide(int count)
{
	struct buffer out = {.arena = scratch_arena()};

	for (int i = 0; i < count; i++)
		buffer_append(&out, "\xF0\x9F\x98\x80", 4);
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

/* The table's own bounds must accept what the contract allows at most. */
TEST(takes_a_profile_at_every_bound)
{
	struct buffer skills = {.arena = scratch_arena()};
	struct scratch_answer answer;

	people_add(1);
	for (int i = 0; i < 30; i++) {
		const char *skill =
			scratch_printf("%s\"%s\"", i > 0 ? "," : "", wide(40));

		buffer_append(&skills, skill, strlen(skill));
	}
	buffer_append(&skills, "", 1);
	answer = update(scratch_printf(
		"{\"handle\": \"123456789012345678901234567890\", \"headline\": \"%s\","
		" \"bio\": \"%s\", \"roles\": [\"founder\", \"operator\", \"investor\","
		" \"idea_person\", \"business_owner\"], \"skills\": [%s], \"lookingFor\":"
		" [\"cofounder\", \"team\", \"investors\", \"talent\", \"advice\","
		" \"ideas\"], \"affiliation\": \"%s\", \"program\": \"%s\", \"location\":"
		" \"%s\", \"links\": {\"%s\": \"https://example.org/\"}}",
		wide(120), wide(2000), (const char *)skills.data, wide(120), wide(80),
		wide(80), wide(40)));
	scratch_expect(answer, "{'profile.skills.length': 30}");
	assert_int_equal(strlen(scratch_string(&answer, "profile.bio")), 8000);
}

TEST(refuses_what_is_out_of_bounds)
{
	static const struct {
		const char *json, *pointer;
		enum fault_code code;
	} cases[] = {
		{JSON({"handle": "ab"}), "#/handle", FAULT_TOO_SHORT},
		{JSON({"handle": "-abc"}), "#/handle", FAULT_PATTERN},
		{JSON({"bio": null}), "#/bio", FAULT_TYPE},
		{JSON({"roles": ["king"]}), "#/roles/0", FAULT_ENUM},
		{JSON({"links": {"": "https://a.example/"}}), "#/links/",
			FAULT_TOO_SHORT},
		{JSON({
			 "links": {
				 "12345678901234567890123456789012345678901":
					 "https://a.example/"
			 }
		 }),
			"#/links/12345678901234567890123456789012345678901",
			FAULT_TOO_LONG},
		{JSON({"name": "New"}), "#/name", FAULT_UNKNOWN_FIELD},
	};

	people_add(1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		people_expect_fault(
			update(cases[i].json), cases[i].pointer, cases[i].code);
	}
}
