#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_member_search, member_search};

static struct scratch_answer
search_as(unsigned member, const char *json)
{
	return people_call(&entry, member, "%s", json);
}

static void
expect(const char *json, const char *expected)
{
	struct scratch_answer answer = search_as(1, json);

	assert_string_equal(scratch_numbers(&answer, "handle", "member-"), expected);
}

/* Changes a profile; the triggers update the search index. */
static void
set(unsigned member, const char *assignment)
{
	scratch_sql("UPDATE profiles SET %s WHERE member_id = '%s'", assignment,
		scratch_uuid_text(member));
}

static void
rename_to(unsigned member, const char *name)
{
	scratch_sql("UPDATE members SET name = '%s' WHERE id = '%s'", name,
		scratch_uuid_text(member));
}

static void
add_people(void)
{
	people_add_all(5);
	rename_to(2, "Jürgen Ñandú O''Neil");
	set(2,
		"headline = 'Builds bridges', roles = '{founder}', looking_for = '{"
		"talent}', skills = '{C++, Machine Learning}', affiliation = 'École"
		" 100%'");
	set(3,
		"bio = 'I sail, and I build boats.', roles = '{founder, investor}',"
		" looking_for = '{ideas, advice}', skills = '{Sailing}',"
		" affiliation = 'Harbour_School'");
	set(4, "skills = '{machine learning}', roles = '{operator}'");
}

TEST(shows_cards_without_addresses)
{
	struct scratch_answer answer;

	add_people();
	answer = search_as(1, JSON({"q": "sailing"}));
	scratch_expect(answer,
		"{'items.0.userId': '%s', 'items.0.name': 'Member 3',"
		" 'items.0.headline': '', 'items.0.roles.1': 'investor',"
		" 'items.0.skills.0': 'Sailing', 'items.0.lookingFor.0': 'ideas',"
		" 'items.0.affiliation': 'Harbour_School', 'items.0.location': '',"
		" 'items.0.image': null}",
		scratch_id("usr", 3));
	assert_null(strstr(answer.text, "@"));
	assert_null(strstr(answer.text, "email"));
}

TEST(finds_words_of_name_handle_headline_bio_and_skills)
{
	add_people();
	expect(JSON({"q": "neil"}), "2 ");
	expect(JSON({"q": "member-4"}), "4 ");
	expect(JSON({"q": "bridges"}), "2 ");
	expect(JSON({"q": "boats sail"}), "3 ");
	expect(JSON({"q": "learning"}), "4 2 ");
	expect(JSON({"q": "sail bridges"}), "3 2 ");
	expect(JSON({"q": ""}), "5 4 3 2 1 ");
}

TEST(takes_the_last_word_as_a_beginning_and_no_other)
{
	add_people();
	expect(JSON({"q": "bui"}), "3 2 ");
	expect(JSON({"q": "bridges bui"}), "2 3 ");
	expect(JSON({"q": "bui bridges"}), "2 ");
	expect(JSON({"q": "ridges"}), "");
}

TEST(ignores_accents_and_case)
{
	add_people();
	rename_to(5, "Łukasz Straße Ελλάς Ольга");
	expect(JSON({"q": "JURGEN"}), "2 ");
	expect(JSON({"q": "jürgen nandu"}), "2 ");
	expect(JSON({"q": "lukasz STRASSE"}), "5 ");
	expect(JSON({"q": "ΕΛΛΑΣ"}), "5 ");
	expect(JSON({"q": "ελλας ОЛЬГА"}), "5 ");
	expect(JSON({"skills": ["sAILING", "machine LEARNING"]}), "4 3 2 ");
	expect(JSON({"affiliation": "ecole"}), "2 ");
}

TEST(filters_by_any_of_the_values_and_all_of_the_filters)
{
	add_people();
	expect(JSON({"roles": ["founder"]}), "3 2 ");
	expect(JSON({"roles": ["investor", "operator"]}), "4 3 ");
	expect(JSON({"lookingFor": ["advice", "talent"]}), "3 2 ");
	expect(JSON({"skills": ["c++"]}), "2 ");
	expect(JSON({"skills": ["c"]}), "");
	expect(JSON({"skills": ["machine"]}), "");
	expect(JSON({"roles": ["founder"], "skills": ["Machine Learning"]}), "2 ");
	expect(JSON({"roles": ["founder"], "q": "build", "lookingFor": ["ideas"]}), "3 ");
	expect(JSON({"roles": []}), "5 4 3 2 1 ");
	expect("{\"skills\": [\"it's \\\\ & !x | (y):*\"]}", "");
}

TEST(takes_an_affiliation_as_it_is_written)
{
	add_people();
	expect(JSON({"affiliation": "SCHOOL"}), "3 ");
	expect(JSON({"affiliation": "%"}), "2 ");
	expect(JSON({"affiliation": "_"}), "3 ");
	expect(JSON({"affiliation": "\\"}), "");
	expect(JSON({"affiliation": ""}), "5 4 3 2 1 ");
}

TEST(finds_any_of_the_places_by_all_words_of_one)
{
	struct scratch_answer answer;

	add_people();
	set(2, "location = 'San Francisco, CA'");
	set(3, "location = 'Sankt Pölten'");
	set(4, "location = 'São Paulo', bio = 'I left San Francisco'");
	expect(JSON({"location": ["san francisco"]}), "2 ");
	expect(JSON({"location": ["FRANCISCO, San"]}), "2 ");
	expect(JSON({"location": ["polt"]}), "3 ");
	expect(JSON({"location": ["ca"]}), "2 ");
	expect(JSON({"location": ["fr"]}), "");
	expect(JSON({"location": ["olten"]}), "");
	expect(JSON({"location": ["Sao Paulo", "San Francisco"]}), "4 2 ");
	expect(JSON({"location": ["san paulo"]}), "");
	expect(JSON({"location": ["?"]}), "");
	expect(JSON({"location": ["?", "Paulo"]}), "4 ");
	expect(JSON({"location": []}), "5 4 3 2 1 ");
	expect(JSON({"location": ["sankt"], "roles": ["investor"]}), "3 ");
	expect(JSON({"location": ["sankt"], "roles": ["operator"]}), "");
	expect("{\"location\": [\"it's \\\\ & !x | (y):*\"]}", "");
	/* The words need not all match, the place must. */
	expect(JSON({"q": "bridges boats", "location": ["san francisco"]}), "2 ");
	answer = search_as(1, JSON({"q": "boats polten", "location": ["polten"]}));
	scratch_expect(answer,
		"{'items.length': 1, 'items.0.reasons.length': 2,"
		" 'items.0.reasons.0': 'bio', 'items.0.reasons.1': 'location'}");
	set(2, "location = ''");
	expect(JSON({"location": ["san francisco"]}), "");
}

TEST(fills_the_places_of_members_that_exist)
{
	add_people();
	set(2, "location = 'Linz'");
	scratch_sql("UPDATE member_search SET words = ts_delete(words, 'olinz')");
	expect(JSON({"location": ["linz"]}), "");
	scratch_sql("SELECT member_search_refresh('%s')", scratch_uuid_text(2));
	expect(JSON({"location": ["linz"]}), "2 ");
}

TEST(finds_only_active_and_onboarded_members)
{
	people_add(1);
	people_add_as(2, "pending");
	people_add_as(3, "suspended");
	people_add_unverified(4);
	people_add(5);
	expect(JSON({"q": "member"}), "5 1 ");
	set(5, "onboarded_at = NULL");
	expect("{}", "1 ");
	scratch_sql("UPDATE members SET status = 'active' WHERE status = 'suspended'");
	expect("{}", "3 1 ");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(3));
	expect("{}", "1 ");
	scratch_sql("DELETE FROM profiles WHERE member_id = '%s'", scratch_uuid_text(1));
	people_expect_rows(0, "member_search");
}

TEST(follows_every_change_of_a_profile)
{
	people_add(1);
	expect(JSON({"q": "weaver"}), "");
	set(1, "bio = 'A weaver'");
	expect(JSON({"q": "weaver"}), "1 ");
	set(1, "bio = 'A baker'");
	expect(JSON({"q": "weaver"}), "");
	rename_to(1, "Weaver");
	expect(JSON({"q": "weaver"}), "1 ");
}

TEST(shows_who_is_in_an_organization_to_its_members)
{
	struct scratch_answer answer;

	add_people();
	people_add_org(10, "unlisted");
	people_join(10, 1);
	people_join(10, 3);
	people_join(10, 4);
	expect(JSON({"org": "org-10"}), "4 3 1 ");
	expect(JSON({"org": "org-10", "roles": ["founder"]}), "3 ");
	scratch_sql("UPDATE orgs SET slug = 'moved' WHERE slug = 'org-10'");
	expect(JSON({"org": "org-10"}), "4 3 1 ");
	expect(JSON({"org": "moved"}), "4 3 1 ");
	answer = search_as(2, JSON({"org": "org-10"}));
	assert_problem(answer, PROBLEM_ORG_ROLE_REQUIRED);
	assert_string_equal(answer.call->outcome.requires_name, "orgRole");
	assert_problem(search_as(1, JSON({"org": "org-11"})), PROBLEM_ORG_NOT_FOUND);
	assert_problem(search_as(1, JSON({"org": "No!"})), PROBLEM_ORG_NOT_FOUND);
}

/* Adds more members than the search tries first. The oldest ones are rare in every
 * respect. */
static void
add_crowd(void)
{
	people_add_all(2);
	scratch_sql("UPDATE profiles SET created_at = '2025-01-01Z'");
	set(1,
		"bio = 'rarely seen', roles = '{investor}', affiliation ="
		" 'The Rare Place', location = 'Ulm'");
	set(2,
		"bio = 'rarely seen', roles = '{investor}', affiliation ="
		" 'The Rare Place', location = 'Ulm'");
	scratch_sql("INSERT INTO members (id, email, name, email_verified_at, status)"
		    " SELECT gen_random_uuid(), 'crowd' || n || '@example.org', 'Crowd',"
		    " now(), 'active' FROM generate_series(1, 1100) AS n");
	scratch_sql(
		"INSERT INTO profiles (member_id, handle, roles, onboarded_at,"
		" created_at) SELECT id, 'member-' || left(replace(id::text, '-', ''),"
		" 20), '{founder}', now(), '2026-01-01Z' FROM members"
		" WHERE name = 'Crowd'");
	people_add_org(10, "public");
	people_join(10, 1);
	people_join(10, 2);
}

TEST(finds_what_is_rare_behind_many_others)
{
	static const char *const filters[] = {"\"q\": \"rarely se\"",
		"\"roles\": [\"investor\"]", "\"affiliation\": \"rare pl\"",
		"\"org\": \"org-10\"", "\"q\": \"rarely\", \"affiliation\": \"rare\"",
		"\"q\": \"rarely\", \"org\": \"org-10\"",
		"\"affiliation\": \"rare\", \"org\": \"org-10\"",
		"\"q\": \"rarely\", \"affiliation\": \"rare\", \"org\": \"org-10\"",
		"\"q\": \"rarely s\"", "\"q\": \"r\", \"org\": \"org-10\"",
		"\"q\": \"se\", \"roles\": [\"investor\"]", "\"affiliation\": \"p\"",
		"\"affiliation\": \"e r\", \"q\": \"rarely\"",
		"\"affiliation\": \"pl\", \"org\": \"org-10\"", "\"location\": [\"ulm\"]",
		"\"location\": [\"ulm\"], \"q\": \"rarely s\"",
		"\"location\": [\"x\", \"ulm\"], \"affiliation\": \"rare\"",
		"\"affiliation\": \"pl\", \"org\": \"org-10\", \"q\": \"s\""};

	add_crowd();
	for (size_t i = 0; i < COUNT_OF(filters); i++) {
		struct scratch_answer first, second;

		expect(scratch_printf("{%s}", filters[i]), "2 1 ");
		first = search_as(1, scratch_printf("{%s, \"limit\": 1}", filters[i]));
		assert_string_equal(scratch_numbers(&first, "handle", "member-"), "2 ");
		second = search_as(1,
			scratch_printf("{%s, \"limit\": 1, \"cursor\": \"%s\"}",
				filters[i], scratch_string(&first, "nextCursor")));
		assert_string_equal(scratch_numbers(&second, "handle", "member-"), "1 ");
		assert_true(json_is_null(scratch_at(&second, "nextCursor")));
	}
}

TEST(pages_neither_repeat_nor_skip)
{
	const char *cursor = "";
	size_t seen = 0;
	size_t pages = 0;

	add_crowd();
	scratch_sql("CREATE TEMPORARY TABLE seen (id text PRIMARY KEY) ON COMMIT DROP");
	do {
		struct scratch_answer answer = search_as(1,
			scratch_printf(
				"{\"limit\": 100, \"roles\": [\"founder\"]%s}", cursor));
		const json_t *items = scratch_at(&answer, "items");

		for (size_t i = 0; i < json_array_size(items); i++)
			scratch_sql("INSERT INTO seen VALUES ('%s')",
				json_string_value(json_object_get(
					json_array_get(items, i), "userId")));
		seen += json_array_size(items);
		cursor = json_is_null(scratch_at(&answer, "nextCursor"))
			? NULL
			: scratch_printf(", \"cursor\": \"%s\"",
				  scratch_string(&answer, "nextCursor"));
		if (pages++ == 2) /* at the top of the list, which was read already */
			people_add(900);
	} while (cursor != NULL && pages < 20);
	assert_int_equal(seen, 1100);
	assert_int_equal(pages, 11);
}

TEST(refuses_what_is_out_of_bounds_and_cursors_of_another_search)
{
	static const char *const faulty[] = {JSON({"roles": ["king"]}),
		JSON({"lookingFor": ["x"]}), JSON({"skills": [""]}), JSON({"limit": 0}),
		JSON({"limit": 101}), JSON({"q": 1}), JSON({"member": "x"})};
	struct scratch_answer answer;
	char q[140];

	add_people();
	for (size_t i = 0; i < COUNT_OF(faulty); i++)
		assert_problem(search_as(1, faulty[i]), PROBLEM_VALIDATION_FAILED);
	memset(q, 'q', sizeof(q));
	expect(scratch_printf(JSON({"q": "%.120s"}), q), "");
	people_expect_fault(search_as(1, scratch_printf(JSON({"q": "%.121s"}), q)), "#/q",
		FAULT_TOO_LONG);
	people_expect_fault(
		search_as(1, scratch_printf(JSON({"affiliation": "%.121s"}), q)),
		"#/affiliation", FAULT_TOO_LONG);
	answer = search_as(1, JSON({"limit": 2}));
	answer = search_as(1,
		scratch_printf(JSON({"q": "member", "cursor": "%s"}),
			scratch_string(&answer, "nextCursor")));
	assert_problem(answer, PROBLEM_INVALID_CURSOR);
}

TEST(takes_profiles_of_the_largest_size)
{
	people_add(1);
	set(1, "bio = repeat(chr(65018), 2000), headline = repeat('x', 120)");
	set(1,
		"skills = ARRAY(SELECT repeat(chr(65018), 38) || n FROM"
		" generate_series(10, 39) AS n)");
	set(1, "affiliation = repeat(chr(65018), 120), location = repeat('x', 80)");
	set(1,
		"bio = (SELECT string_agg(md5(n::text), ' ')"
		" FROM generate_series(1, 60) AS n)");
	expect(JSON({"q": "c4ca4238a0b923820dcc509a6f75849b"}), "1 ");
}
