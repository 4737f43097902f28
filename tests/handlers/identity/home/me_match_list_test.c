#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_me_match_list, me_match_list};

static void
profile_set(
	unsigned member, const char *looking_for, const char *roles, const char *skills)
{
	scratch_sql("UPDATE profiles SET looking_for = '%s', roles = '%s', skills = '%s'"
		    " WHERE member_id = '%s'",
		looking_for, roles, skills, scratch_uuid_text(member));
}

static void
ask_set(unsigned ask, const char *kind, const char *tags)
{
	scratch_sql("UPDATE posts SET kind = '%s', tags = '%s' WHERE id = '%s'", kind,
		tags, scratch_uuid_text(ask));
}

TEST(ranks_skills_before_roles_and_says_why)
{
	struct scratch_answer answer;

	people_add_all(2);
	people_add_org(50, "public");
	people_join(50, 1);
	people_join(50, 2);
	scratch_sql("UPDATE orgs SET name = 'North Star'");
	profile_set(1, "{cofounder}", "{investor}", "{Rust,Wool}");
	for (unsigned ask = 100; ask < 104; ask++)
		post_add(ask, 2, "true");
	ask_set(100, "cofounder_wanted", "{rust}");
	ask_set(101, "seeking_investors", "{}");
	ask_set(102, "other", "{Wool,rust}");
	ask_set(103, "hiring", "{Sales}");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(item_numbers(&answer), "102 100 101 ");
	scratch_expect(answer,
		"{'items.0.reasons.0': 'you know Wool, rust',"
		" 'items.0.reasons.1': 'also in North Star',"
		" 'items.1.reasons.0': 'you look for a cofounder',"
		" 'items.1.reasons.1': 'you know rust',"
		" 'items.2.reasons.0': 'you are an investor',"
		" 'items.2.authorHandle': 'member-2', 'items.2.kind':"
		" 'seeking_investors'}");
}

TEST(compares_tags_with_any_characters)
{
	struct scratch_answer answer;

	people_add_all(2);
	profile_set(1, "{}", "{}", "{\"a, \\\"b\\\" {c}\",\"NuLl\",Stra\u00dfe\\\\}");
	for (unsigned ask = 100; ask < 104; ask++)
		post_add(ask, 2, "true");
	ask_set(100, "other", "{\"A, \\\"B\\\" {C}\"}");
	ask_set(101, "other", "{\"NULL\"}");
	ask_set(102, "other", "{STRA\u00dfe\\\\}");
	ask_set(103, "other", "{a,b,c}");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(item_numbers(&answer), "102 101 100 ");
}

TEST(finds_only_open_asks_that_the_caller_may_see)
{
	struct scratch_answer answer;

	people_add_all(2);
	people_add_as(3, "suspended");
	people_add_org(50, "public");
	people_add_org(51, "public");
	people_join(50, 1);
	profile_set(1, "{ideas}", "{}", "{}");
	post_add(100, 2, "false");
	post_publish_to(100, 50);
	post_add(101, 2, "false");
	post_publish_to(101, 51);
	post_add(102, 3, "true");
	post_add(103, 1, "true");
	post_add(104, 2, "true");
	scratch_sql("UPDATE posts SET expires_at = now() - interval '1 second'"
		    " WHERE title = 'Ask 104'");
	post_add(105, 2, "true");
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now()"
		    " WHERE title = 'Ask 105'");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(item_numbers(&answer), "100 ");
}

TEST(finds_at_most_five)
{
	struct scratch_answer answer;

	people_add_all(2);
	profile_set(1, "{ideas}", "{}", "{}");
	for (unsigned ask = 100; ask < 107; ask++)
		post_add(ask, 2, "true");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(item_numbers(&answer), "106 105 104 103 102 ");
}

TEST(finds_nothing_for_an_empty_profile)
{
	struct scratch_answer answer;

	people_add_all(2);
	post_add(100, 2, "true");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(item_numbers(&answer), "");
}

TEST(examines_the_newest_asks_of_every_organization)
{
	struct scratch_answer answer;
	unsigned ask = 200;

	people_add_all(2);
	profile_set(1, "{}", "{}", "{Wool}");
	for (unsigned org = 50; org < 66; org++) {
		people_add_org(org, "public");
		people_join(org, 1);
		for (unsigned i = 0; i < 20; i++, ask++) {
			post_add(ask, 2, "false");
			post_publish_to(ask, org);
		}
	}
	ask_set(ask - 1, "other", "{wool}");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(item_numbers(&answer), scratch_printf("%u ", ask - 1));
}
