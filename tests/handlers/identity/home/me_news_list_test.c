#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/identity_fixture.h"
#include "tests/support/image_scene.h"

static const struct op_entry entry = {&op_me_news_list, me_news_list};

#define AT "timestamptz '2026-01-01 00:00:00Z' + %u * interval '1 second'"

static void
progress_add(unsigned number, unsigned author, unsigned org)
{
	scratch_sql(
		"INSERT INTO progress (id, author_id, kind, title, note, is_public,"
		" target_count, occurred_at, created_at) VALUES ('%s', '%s', 'milestone',"
		" 'Entry %u', 'Note', %s, %u, now(), " AT ")",
		scratch_uuid_text(number), scratch_uuid_text(author), number,
		org == 0 ? "true" : "false", org == 0 ? 0U : 1U, number);
	if (org > 0)
		scratch_sql(
			"INSERT INTO progress_targets (progress_id, org_id, author_id,"
			" kind, created_at) SELECT id, '%s', author_id, kind,"
			" created_at FROM progress WHERE id = '%s'",
			scratch_uuid_text(org), scratch_uuid_text(number));
}

/* `org` 0: a public event of the member's own. */
static void
event_add(unsigned number, unsigned host, unsigned org)
{
	scratch_sql("INSERT INTO events (id, host_id, org_id, title, description,"
		    " starts_at, ends_at, timezone, location_kind, location, join_url,"
		    " scope, status, published_at, created_at) VALUES ('%s', '%s', %s,"
		    " 'Event %u', 'Talks', now() + interval '1 day',"
		    " now() + interval '2 days', 'UTC', 'virtual', '', '', '%s',"
		    " 'published', " AT ", '2025-01-01Z')",
		scratch_uuid_text(number), scratch_uuid_text(host),
		org == 0 ? "NULL" : scratch_printf("'%s'", scratch_uuid_text(org)),
		number, org == 0 ? "public" : "org_members", number);
}

static void
furnish(void)
{
	people_add_all(2);
	people_add_as(3, "suspended");
	people_add_org(50, "public");
	people_add_org(51, "public");
	people_join(50, 1);
	post_add(100, 2, "true");
	post_add(101, 2, "false");
	post_publish_to(101, 50);
	progress_add(102, 2, 0);
	progress_add(103, 2, 50);
	event_add(104, 2, 0);
	event_add(105, 2, 50);
}

TEST(merges_asks_progress_and_events_newest_first)
{
	struct scratch_answer answer;

	furnish();
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(item_numbers(&answer), "105 104 103 102 101 100 ");
	scratch_expect(answer,
		"{'items.0.type': 'event', 'items.0.subjectId': '%s',"
		" 'items.0.org.slug': 'org-50', 'items.1.org': null,"
		" 'items.2.type': 'progress', 'items.2.text': 'Note',"
		" 'items.2.startsAt': null, 'items.5.author.handle': 'member-2',"
		" 'items.5.at': '2026-01-01T00:01:40.000Z', 'items.5.subjectId': '%s'}",
		scratch_id("evt", 105), scratch_id("post", 100));
}

TEST(continues_after_a_page)
{
	struct scratch_answer answer;

	furnish();
	answer = people_call(&entry, 1, "{'limit': 4}");
	assert_string_equal(item_numbers(&answer), "105 104 103 102 ");
	answer = people_call(&entry, 1, "{'limit': 4, 'cursor': '%s'}",
		scratch_string(&answer, "nextCursor"));
	assert_string_equal(item_numbers(&answer), "101 100 ");
}

TEST(shows_each_record_once_and_only_what_the_reader_may_see)
{
	struct scratch_answer answer;

	furnish();
	post_publish_to(100, 50);
	post_add(106, 1, "true");
	post_add(107, 3, "true");
	post_add(108, 2, "false");
	post_publish_to(108, 51);
	progress_add(109, 2, 51);
	event_add(110, 2, 51);
	event_add(111, 3, 0);
	scratch_sql("UPDATE events SET ended = true WHERE title = 'Event 104'");
	answer = people_call(&entry, 1, "{}");
	assert_string_equal(item_numbers(&answer), "105 103 102 101 100 ");
}

TEST(shows_the_host_and_the_organization_as_the_event_does)
{
	furnish();
	people_add_org(52, "unlisted");
	event_add(112, 3, 52);
	event_add(113, 2, 50);
	scratch_sql("UPDATE events SET scope = 'public'");
	image_add(900);
	scratch_sql("UPDATE orgs SET logo = '%s' WHERE id = '%s'", scratch_uuid_text(900),
		scratch_uuid_text(50));
	scratch_expect(people_call(&entry, 1, "{'limit': 2}"),
		"{'items.0.org.slug': 'org-50', 'items.0.author.name': 'Member 2',"
		" 'items.1.org': null, 'items.1.author.name': 'A member',"
		" 'items.1.author.handle': null, 'items.1.author.image': null}");
	people_join(52, 1);
	scratch_expect(people_call(&entry, 1, "{'limit': 2}"),
		"{'items.1.org.slug': 'org-52', 'items.1.org.logo': null}");
	assert_non_null(strstr(people_call(&entry, 1, "{'limit': 1}").text, "/media/"));
}

TEST(reads_no_more_than_a_page_of_each_source)
{
	long before;

	people_add_all(2);
	for (unsigned i = 200; i < 300; i++)
		post_add(i, 2, "true");
	before = item_rows_read("posts");
	assert_done(people_call(&entry, 1, "{'limit': 5}"));
	assert_true(item_rows_read("posts") - before <= 2 * 26);
}

TEST(reads_organizations_down_to_the_last_public_item_of_a_page)
{
	struct scratch_answer answer;
	long before;

	people_add_all(2);
	people_add_org(50, "public");
	people_join(50, 1);
	for (unsigned i = 200; i < 300; i++) {
		post_add(i, 2, "false");
		post_publish_to(i, 50);
	}
	for (unsigned i = 300; i < 326; i++)
		post_add(i, 2, i % 2 == 0 ? "true" : "false");
	for (unsigned i = 301; i < 326; i += 2)
		post_publish_to(i, 50);
	for (unsigned i = 326; i < 340; i++)
		post_add(i, 2, "true");
	before = item_rows_read("post_targets");
	answer = people_call(&entry, 1, "{'limit': 20}");
	assert_true(item_rows_read("post_targets") - before <= 13);
	assert_string_equal(item_numbers(&answer),
		"339 338 337 336 335 334 333 332 331 330 329 328 327 326 325 324 323 322 "
		"321 320 ");
	answer = people_call(&entry, 1, "{'limit': 25, 'cursor': '%s'}",
		scratch_string(&answer, "nextCursor"));
	assert_string_equal(item_numbers(&answer),
		"319 318 317 316 315 314 313 312 311 310 309 308 307 306 305 304 303 302 "
		"301 300 299 298 297 296 295 ");
}
