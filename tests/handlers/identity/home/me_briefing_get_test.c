#include <string.h>

#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/identity/identity_fixture.h"

static const struct op_entry entry = {&op_me_briefing_get, me_briefing_get};

/* 1,500 tokens of o200k, of which such rows need one for 3.3 characters. */
#define CHARACTERS_MAX 4950

#define LONG_TITLE "repeat('Title ', 20)"

static void
event_add(unsigned number, unsigned host, unsigned days)
{
	scratch_sql("INSERT INTO events (id, host_id, title, description, starts_at,"
		    " ends_at, timezone, location_kind, location, join_url, scope,"
		    " status, published_at) VALUES ('%s', '%s', " LONG_TITLE ", '',"
		    " now() + %u * interval '1 day', now() + %u * interval '1 day'"
		    " + interval '1 hour', 'UTC', 'virtual', '', '', 'public',"
		    " 'published', now())",
		scratch_uuid_text(number), scratch_uuid_text(host), days, days);
}

static void
going_add(unsigned event, unsigned member)
{
	scratch_sql("INSERT INTO event_rsvps (event_id, member_id, status, ticket,"
		    " event_created_at, event_starts_at) SELECT id, '%s', 'going', 1,"
		    " created_at, starts_at FROM events WHERE id = '%s'",
		scratch_uuid_text(member), scratch_uuid_text(event));
}

static size_t
size_of(const struct scratch_answer *answer, const char *list)
{
	return json_array_size(scratch_at(answer, list));
}

TEST(shows_what_came_since_the_last_visit)
{
	struct scratch_answer answer;

	people_add_all(2);
	post_add(100, 2, "true");
	post_add(101, 2, "true");
	scratch_sql("UPDATE posts SET created_at = now() - interval '2 days' WHERE"
		    " id = '%s'",
		scratch_uuid_text(100));
	scratch_sql("UPDATE posts SET created_at = now() WHERE id = '%s'",
		scratch_uuid_text(101));
	answer = people_call(&entry, 1, "{}");
	assert_int_equal(size_of(&answer, "news"), 2);
	scratch_sql("INSERT INTO visits (member_id, seen_at) VALUES ('%s',"
		    " now() - interval '1 day')",
		scratch_uuid_text(1));
	answer = people_call(&entry, 1, "{}");
	assert_int_equal(size_of(&answer, "news"), 1);
	assert_non_null(strstr(
		json_string_value(scratch_at(&answer, "news.0.url")), "/posts/post_"));
	answer = people_call(&entry, 2, "{}");
	assert_int_equal(size_of(&answer, "news"), 0);
}

TEST(lists_the_next_events_that_the_caller_attends_or_hosts)
{
	struct scratch_answer answer;

	people_add_all(3);
	event_add(200, 2, 3);
	event_add(201, 1, 2);
	event_add(202, 2, 1);
	going_add(200, 1);
	going_add(202, 3);
	answer = people_call(&entry, 1, "{}");
	assert_int_equal(size_of(&answer, "events"), 2);
	assert_string_equal(
		json_string_value(scratch_at(&answer, "events.0.role")), "host");
	assert_string_equal(
		json_string_value(scratch_at(&answer, "events.1.role")), "going");
}

/* The caller has left the organization of an event that the caller hosts and of one that
 * the caller attends, and the host of a third one is suspended. */
TEST(names_no_event_that_the_caller_may_no_longer_see)
{
	struct scratch_answer answer;

	people_add_all(3);
	people_add_org(10, "unlisted");
	people_join(10, 1);
	event_add(200, 1, 1);
	event_add(201, 2, 2);
	event_add(202, 3, 3);
	going_add(201, 1);
	going_add(202, 1);
	scratch_sql("UPDATE events SET org_id = '%s', scope = 'org_members'"
		    " WHERE host_id <> '%s'",
		scratch_uuid_text(10), scratch_uuid_text(3));
	answer = people_call(&entry, 1, "{}");
	assert_int_equal(size_of(&answer, "events"), 3);
	scratch_sql("DELETE FROM org_members");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(3));
	answer = people_call(&entry, 1, "{}");
	assert_int_equal(size_of(&answer, "events"), 0);
}

TEST(stays_short_when_there_is_much)
{
	struct scratch_answer answer;

	people_add_all(2);
	for (unsigned i = 0; i < 12; i++) {
		post_add(100 + i, 2, "true");
		post_add(300 + i, 1, "true");
		event_add(200 + i, 1, i + 1);
	}
	scratch_sql("UPDATE posts SET title = " LONG_TITLE ", created_at = now()");
	scratch_sql("UPDATE posts SET expires_at = now() + interval '1 day'"
		    " WHERE author_id = '%s'",
		scratch_uuid_text(1));
	answer = people_call(&entry, 1, "{}");
	assert_int_equal(size_of(&answer, "waiting"), 6);
	assert_int_equal(size_of(&answer, "news"), 8);
	assert_int_equal(size_of(&answer, "events"), 4);
	assert_true(strlen(answer.text) < CHARACTERS_MAX);
}
