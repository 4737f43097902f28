/*
 * member_search_words_test.c - what a word is, which members come first, and why they are
 * found.
 */
#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_member_search, member_search};

static struct scratch_answer
find(const char *q)
{
	return people_call(&entry, 1, JSON({"q": "%s"}), q);
}

static void
expect(const char *q, const char *expected)
{
	struct scratch_answer answer = find(q);

	if (strcmp(scratch_numbers(&answer, "handle", "member-"), expected) != 0)
		fail_msg("%s: %s", q, scratch_numbers(&answer, "handle", "member-"));
}

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

TEST(finds_any_part_of_a_word_in_scripts_without_spaces)
{
	static const char *const parts[] = {"太郎", "中太郎", "田中", "田", "郎",
		"東京大", "ﾛﾎﾞｯﾄ", "ロボ", "국어", "ษาไท", "ສາລາ", "ាសាខ", "ြန်မာ",
		"𠮷野"};

	people_add_all(3);
	rename_to(2, "田中太郎");
	set(2,
		"bio = '東京大学でロボットを研究。한국어"
		" ภาษาไทย ພາສາລາວ"
		" ភាសាខ្មែរ မြန်မာ 𠮷野家'");
	rename_to(3, "山田次郎x");
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct scratch_answer answer = find(parts[i]);

		if (strstr(scratch_numbers(&answer, "handle", "member-"), "2 ") == NULL)
			fail_msg("%s is not found", parts[i]);
	}
	expect("太郎", "2 ");
	expect("中郎", "");
	expect("次郎", "3 ");
	expect("x", "3 ");
}

TEST(takes_signs_after_a_letter_as_a_part_of_the_word)
{
	people_add_all(5);
	set(2, "skills = '{C++, Chess}'");
	set(3, "skills = '{C#, Cooking}'");
	set(4, "bio = 'F#/C++17 and Node.js+React'");
	expect("C++", "4 2 ");
	expect("c#", "3 ");
	expect("F#", "4 ");
	expect("js", "4 ");
	expect("react", "4 ");
	expect("js+react", "4 ");
	expect("c", "4 3 2 ");
	expect("chess", "2 ");
	expect("+", "");
	expect("#", "");
}

TEST(finds_nothing_without_a_word)
{
	static const char *const empty[] = {"%", " ", ",;!", "%%", "_", "\\\\", "'", "*",
		"\u2800", "\u200d", "\u0301", "👍", "&|", "()", "' & !"};

	people_add_all(2);
	for (size_t i = 0; i < COUNT_OF(empty); i++)
		expect(empty[i], "");
	expect("", "2 1 ");
	expect("% 2", "2 ");
}

TEST(ignores_apostrophes_marks_and_variants_of_letters)
{
	static const char *const pairs[][2] = {{"O''Brien", "OBrien"},
		{"OBrien", "O’Brien"}, {"O´Brien", "o'brien"}, {"O''Brien", "brien"},
		{"L’homme", "homme"}, {"أحمد", "احمد"}, {"احمد", "إحمد"},
		{"آمنة", "امنة"}, {"ٱلله", "الله"}, {"مُحمد", "محمد"}, {"محـمد", "محمد"},
		{"علی", "علي"}, {"می\u200cخواهم", "میخواهم"}, {"می\u200cخواهم", "خواهم"},
		{"שָׁלוֹם", "שלום"}, {"हिन्दी", "हिन्दी"}, {"Việt", "viet"},
		{"İzmir", "izmir"}, {"Ἀθῆναι", "αθηναι"}, {"Ёлка", "елка"},
		{"ＡＢＣＤ", "abcd"}, {"ﬁnance", "finance"}, {"Straße", "STRASSE"},
		{"xÅngström", "xangstrom"}, {"co\u00adop", "coop"}};

	people_add_all(2);
	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		rename_to(2, pairs[i][0]);
		expect(pairs[i][1], "2 ");
	}
}

TEST(looks_at_every_text_and_says_which_one_matched)
{
	static const char *const texts[][2] = {{"headline = 'Weaver'", "headline"},
		{"bio = 'A weaver'", "bio"}, {"skills = '{weaver}'", "skills"},
		{"affiliation = 'Weaver Ltd'", "affiliation"},
		{"program = 'Weavers 2026'", "program"},
		{"location = 'Weaver''s Green'", "location"},
		{"handle = 'weaver-one'", "handle"}};
	struct scratch_answer answer;

	for (unsigned i = 0; i < COUNT_OF(texts); i++) {
		people_add(10 + i);
		set(10 + i, texts[i][0]);
		answer = people_call(&entry, 10 + i, JSON({"q": "weaver", "limit": 1}));
		scratch_expect(answer,
			"{'items.0.reasons.length': 1, 'items.0.reasons.0': '%s'}",
			texts[i][1]);
	}
	people_add(30);
	rename_to(30, "Investors");
	set(30, "roles = '{investor, idea_person}', looking_for = '{investors}'");
	answer = people_call(&entry, 30, JSON({"q": "investors person"}));
	scratch_expect(answer,
		"{'items.length': 1, 'items.0.reasons.0': 'name',"
		" 'items.0.reasons.1': 'roles', 'items.0.reasons.2': 'lookingFor',"
		" 'items.0.reasons.length': 3}");
	answer = people_call(&entry, 30, "{}");
	scratch_expect(answer, "{'items.0.reasons.length': 0}");
}

TEST(puts_those_first_who_match_most_words)
{
	people_add_all(5);
	set(2, "bio = 'rust kayak berlin'");
	set(3, "bio = 'rust', location = 'Berlin'");
	set(4, "bio = 'berlin'");
	expect("rust kayak berlin", "2 3 4 ");
	expect("kayak, rust", "2 3 ");
	expect("berlin", "4 3 2 ");
	expect("member-4", "4 ");
	expect("member-4 rust", "4 3 2 ");
}

/* 1,100 newer members match one word, two older ones match two, none matches all. */
static void
add_crowd(void)
{
	people_add_all(2);
	scratch_sql("UPDATE profiles SET created_at = '2025-01-01Z', location = 'Berlin',"
		    " bio = 'kayak'");
	scratch_sql("INSERT INTO members (id, email, name, email_verified_at, status)"
		    " SELECT gen_random_uuid(), 'crowd' || n || '@example.org', 'Crowd',"
		    " now(), 'active' FROM generate_series(1, 1100) AS n");
	scratch_sql("INSERT INTO profiles (member_id, handle, location, onboarded_at,"
		    " created_at) SELECT id, 'crowd-' || row_number() OVER (), 'Berlin',"
		    " now(), '2026-01-01Z' FROM members WHERE name = 'Crowd'");
}

TEST(pages_through_complete_and_partial_matches)
{
	const char *cursor = "";
	size_t seen = 0, pages = 0;

	add_crowd();
	scratch_sql("CREATE TEMPORARY TABLE seen (id text PRIMARY KEY) ON COMMIT DROP");
	do {
		struct scratch_answer answer = people_call(&entry, 1,
			"{\"q\": \"kayak rust berlin\", \"limit\": 100%s}", cursor);
		const json_t *items = scratch_at(&answer, "items");

		for (size_t i = 0; i < json_array_size(items); i++)
			scratch_sql("INSERT INTO seen VALUES ('%s')",
				json_string_value(json_object_get(
					json_array_get(items, i), "userId")));
		if (pages++ == 0)
			scratch_expect(answer,
				"{'items.0.handle': 'member-2', 'items.1.handle':"
				" 'member-1', 'items.2.name': 'Crowd'}");
		seen += json_array_size(items);
		cursor = json_is_null(scratch_at(&answer, "nextCursor"))
			? NULL
			: scratch_printf(", \"cursor\": \"%s\"",
				  scratch_string(&answer, "nextCursor"));
	} while (cursor != NULL && pages < 20);
	/* All of a word that few members match, and the newest of the others. */
	assert_in_range(seen, 1002, 1102);
	assert_int_equal(pages, (seen + 99) / 100);
}
