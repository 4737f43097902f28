#include "common/config/config.h"
#include "services/identity/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static const struct op_entry entry = {&op_network_search, network_search};

/* Returns the ids that a member finds, without their common prefix. */
static const char *
find_as(const struct principal *caller, const char *words)
{
	struct scratch_answer answer = scratch_call(
		&entry, caller, scratch_printf(JSON({"query": "%s"}), words));
	const json_t *results = scratch_at(&answer, "results");
	struct buffer out = {.arena = scratch_arena()};

	for (size_t i = 0; i < json_array_size(results); i++) {
		item_put(&out,
			json_string_value(
				json_object_get(json_array_get(results, i), "id")) +
				strlen("kith://"),
			1);
		item_put(&out, " ", 1);
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

static void
expect(unsigned caller, const char *words, const char *ids)
{
	const struct principal principal = people_principal(caller);

	assert_string_equal(find_as(&principal, words), ids);
}

static void
add_project(unsigned number, const char *name, const char *visibility)
{
	scratch_sql("INSERT INTO projects (id, name, summary, visibility)"
		    " VALUES ('%s', '%s', 'An Água mill', '%s')",
		scratch_uuid_text(number), name, visibility);
	scratch_sql("INSERT INTO project_members (project_id, member_id, role)"
		    " VALUES ('%s', '%s', 'lead')",
		scratch_uuid_text(number), scratch_uuid_text(1));
}

/* Adds an event of tomorrow; `host` and `org` are 0 for none. */
static void
add_event(unsigned number, unsigned host, unsigned org, const char *status,
	const char *scope)
{
	scratch_sql(
		"INSERT INTO events (id, host_id, org_id, title, description, starts_at,"
		" ends_at, timezone, location_kind, location, join_url, scope, status,"
		" published_at) VALUES ('%s', '%s', nullif('%s', '%s')::uuid,"
		" 'Milling %u', 'Grind flour', now() + interval '1 day',"
		" now() + interval '25 hours', 'UTC', 'in_person', 'Córdoba',"
		" 'https://join.example/secret', '%s', '%s', '2020-01-01')",
		scratch_uuid_text(number), scratch_uuid_text(host),
		scratch_uuid_text(org), scratch_uuid_text(0), number, scope, status);
}

/* The id of an event in the results. */
static const char *
event(unsigned number)
{
	return scratch_printf("events/%s ", scratch_id("evt", number));
}

/* Adds one object of each kind with the word "mill". Member 3 is in no group. */
static void
add_world(void)
{
	people_add_all(3);
	scratch_sql("UPDATE profiles SET bio = 'I own a Windmill' WHERE member_id = '%s'",
		scratch_uuid_text(1));
	people_add_org(10, "public");
	people_add_org(11, "unlisted");
	scratch_sql("UPDATE orgs SET name = 'Millers ' || right(slug, 2)");
	people_join(11, 1);
	people_join(11, 2);
	post_add(20, 1, "true");
	post_add(21, 1, "false");
	post_publish_to(21, 11);
	post_add(22, 1, "false");
	scratch_sql(
		"UPDATE posts SET tags = '{mill}', title = 'Wanted ' || right(title, 2)");
	add_project(30, "Treadmill", "network");
	add_project(31, "Hidden", "private");
	add_event(40, 1, 0, "published", "public");
}

TEST(finds_every_kind_by_the_words_in_it)
{
	struct scratch_answer answer;

	add_world();
	answer = people_call(&entry, 3, JSON({"query": "wanted MILL"}));
	scratch_expect(answer, "{'results.0.title': 'Wanted 20', 'results.0.id': '%s'}",
		scratch_printf("kith://posts/%s", scratch_id("post", 20)));
	assert_string_equal(scratch_string(&answer, "results.0.url"),
		scratch_printf(
			"%s/posts/%s", config()->base_url.data, scratch_id("post", 20)));
	expect(3, "windmill own", "people/member-1 ");
	expect(3, "miller", "orgs/org-10 ");
	expect(3, "agua mill", scratch_printf("projects/%s ", scratch_id("proj", 30)));
	expect(3, "milling flour cordoba", event(40));
	expect(3, "mill water", "");
	expect(3, "join secret", "");
	expect(3, "!! & |", "");
}

TEST(finds_words_of_every_script_in_every_kind)
{
	static const char *const words[] = {
		"太郎", "c++", "obrien", "احمد", "ميخواهم", "C++ 中太", "كتاب"};
	static const char TEXT[] = "田中太郎 C++ O''Brien أحمد می\u200cخواهم كِتَاب";

	add_world();
	scratch_sql("UPDATE orgs SET description = '%s'", TEXT);
	scratch_sql("UPDATE posts SET body = '%s'", TEXT);
	scratch_sql("UPDATE projects SET description = '%s'", TEXT);
	scratch_sql("UPDATE events SET description = '%s'", TEXT);
	scratch_sql("UPDATE profiles SET bio = '%s' WHERE handle = 'member-1'", TEXT);
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		expect(3, words[i],
			scratch_printf("people/member-1 orgs/org-10 posts/%s projects/%s "
				       "%s",
				scratch_id("post", 20), scratch_id("proj", 30),
				event(40)));
	}
	expect(3, "c#", "");
	expect(3, "%", "");
	expect(3, "郎太", "");
}

TEST(finds_only_what_the_caller_may_see)
{
	const struct uuid id = scratch_uuid(3);
	struct principal admin = scratch_admin(&id);
	const char *of_2;

	add_world();
	expect(2, "millers", "orgs/org-10 orgs/org-11 ");
	of_2 = scratch_printf(
		"posts/%s posts/%s ", scratch_id("post", 21), scratch_id("post", 20));
	expect(2, "wanted", of_2);
	expect(1, "wanted", scratch_printf("posts/%s %s", scratch_id("post", 22), of_2));
	expect(3, "hidden", "");
	assert_string_equal(find_as(&admin, "hidden"),
		scratch_printf("projects/%s ", scratch_id("proj", 31)));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	expect(3, "windmill", "");
	expect(3, "wanted", "");
	expect(3, "treadmill", "");
}

TEST(finds_an_event_where_the_lists_show_it)
{
	const struct uuid id = scratch_uuid(3);
	struct principal admin = scratch_admin(&id);

	add_world();
	add_event(41, 1, 11, "published", "org_members");
	expect(2, "milling 41", event(41));
	expect(3, "milling 41", "");
	assert_string_equal(find_as(&admin, "milling 41"), event(41));
	add_event(42, 1, 0, "draft", "public");
	expect(1, "milling 42", event(42));
	expect(2, "milling 42", "");
	scratch_sql("UPDATE events SET status = 'cancelled'");
	expect(2, "milling", "");
	expect(1, "milling 41", event(41));
	scratch_sql("UPDATE events SET status = 'published'");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	expect(2, "milling", event(41));
}

TEST(leaves_out_what_lists_leave_out)
{
	add_world();
	scratch_sql("UPDATE posts SET status = 'closed', closed_at = now()");
	expect(3, "wanted", "");
	scratch_sql("UPDATE projects SET status = 'archived'");
	expect(3, "treadmill", "");
	expect(3, "milling", event(40));
	scratch_sql("UPDATE events SET starts_at = now() - interval '2 hours',"
		    " ends_at = now() - interval '1 hour', ended = true");
	expect(3, "milling", "");
	expect(1, "milling", "");
	scratch_sql(
		"UPDATE posts SET status = 'open', closed_at = NULL,"
		" expires_at = now() - interval '1 second', created_at = '2020-01-01',"
		" updated_at = '2020-01-01'");
	expect(3, "wanted", "");
}

/* One member, one organization, and eight of each other kind exceed the limit by one. */
TEST(gives_few_of_each_kind_and_25_in_all)
{
	add_world();
	for (unsigned number = 100; number < 112; number++) {
		post_add(number, 1, "true");
		add_project(number, "Mill", "network");
		add_event(number, 1, 0, "published", "public");
	}
	scratch_sql("UPDATE posts SET body = 'A mill'");
	scratch_sql("UPDATE profiles SET bio = 'A mill' WHERE member_id = '%s'",
		scratch_uuid_text(1));
	scratch_expect(people_call(&entry, 3, JSON({"query": "mill"})),
		"{'results.length': 25, 'results.0.id': 'kith://people/member-1'}");
}

/* A letter that folds to four words, 120 times. */
TEST(takes_a_query_apart_once)
{
	struct buffer words = {.arena = scratch_arena()};

	add_world();
	item_put(&words, "\xef\xb7\xba", 120);
	buffer_append(&words, "", 1);
	scratch_sql("SET LOCAL statement_timeout = '1s'");
	expect(3, (const char *)words.data, "");
	assert_true(people_count("SELECT numnode(text_query('%s')::tsquery) / 2 + 1",
			    (const char *)words.data) <= 32);
}

TEST(takes_1_to_120_characters)
{
	struct buffer words = {.arena = scratch_arena()};

	add_world();
	people_expect_fault(
		people_call(&entry, 3, JSON({"query": " "})), "#/query", FAULT_TOO_SHORT);
	item_put(&words, "x", 121);
	buffer_append(&words, "", 1);
	people_expect_fault(
		people_call(&entry, 3, JSON({"query": "%s"}), (const char *)words.data),
		"#/query", FAULT_TOO_LONG);
	expect(3, (const char *)words.data + 1, "");
}

/* text_words() has a shorter path for pure ASCII than for the same text with an é at the
 * end. */
TEST(takes_words_apart_in_both_ways_alike)
{
	assert_string_equal(
		scratch_value("SELECT count(*) FROM generate_series(1, 127) AS n,"
			      " concat('Ab', chr(n), ' -C_', chr(n)) AS text WHERE"
			      " array_to_tsvector(text_words(text) || '{e}') <>"
			      " array_to_tsvector(text_words(text || ' é'))"),
		"0");
	assert_string_equal(scratch_value("SELECT text_words(' Straße, ÅNGSTRÖM_7\n')"),
		"{strasse,angstrom,7}");
	assert_string_equal(
		scratch_value("SELECT text_words(repeat('a', 61) || ' b') ="
			      " ARRAY[repeat('a', 60), 'b'] AND text_words('-') = '{}'"),
		"t");
}

TEST(bounds_lists_of_texts)
{
	assert_string_equal(
		scratch_value("SELECT string_agg(texts_within(list, 2, 3)::text, ' ')"
			      " FROM (VALUES ('{}'::text[]), ('{abc,d}'), ('{a,b,c}'),"
			      " ('{\"\"}'), ('{abcd}'), ('{a,NULL}'), ('{{a,b}}'))"
			      " AS lists (list)"),
		"true true false false false false false");
	assert_string_equal(
		scratch_value("SELECT texts_within(NULL, 2, 3) IS NULL"), "t");
}
