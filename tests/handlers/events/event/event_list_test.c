#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_list, event_list};

static const char *
list(unsigned person, const char *filters)
{
	struct scratch_answer answer = people_call(&entry, person, "{%s}", filters);

	return scratch_numbers(&answer, "title", "Event ");
}

TEST(shows_public_events_and_those_of_ones_organizations)
{
	event_world("published");
	assert_string_equal(list(STRANGER, ""), "100 ");
	assert_string_equal(list(HOST, ""), "100 ");
	assert_string_equal(list(MEMBER, ""), "101 100 ");
	assert_string_equal(list(PLATFORM_ADMIN, ""), "101 100 ");
}

TEST(shows_drafts_and_cancelled_events_to_those_who_manage_them)
{
	event_world("draft");
	assert_string_equal(list(HOST, ""), "100 ");
	assert_string_equal(list(OWNER, ""), "101 ");
	assert_string_equal(list(ADMIN, ""), "101 ");
	assert_string_equal(list(MEMBER, ""), "");
	assert_string_equal(list(STRANGER, ""), "");
	assert_string_equal(list(PLATFORM_ADMIN, ""), "101 100 ");
	scratch_sql("UPDATE events SET status = 'cancelled', published_at = now()");
	assert_string_equal(list(HOST, ""), "100 ");
	assert_string_equal(list(OWNER, ""), "101 ");
	assert_string_equal(list(MEMBER, ""), "");
	assert_string_equal(list(STRANGER, ""), "");
}

TEST(tells_past_events_from_those_to_come)
{
	event_world("published");
	event_end(OWN_EVENT);
	assert_string_equal(list(MEMBER, ""), "101 ");
	assert_string_equal(list(MEMBER, "'when': 'past'"), "100 ");
	assert_string_equal(list(HOST, "'when': 'past', 'mine': true"), "100 ");
	assert_string_equal(list(HOST, "'mine': true"), "");
	assert_string_equal(list(PLATFORM_ADMIN, "'when': 'past'"), "100 ");
}

/* Event 102 starts in 9 days and 103 in 8. */
TEST(limits_starts_and_orders_by_them)
{
	const char *at;

	event_world("published");
	event_add(102, HOST, 0, "published", "public");
	event_add(103, ADMIN, 10, "published", "org_members");
	event_set(102, "starts_at = now() + interval '9 days'");
	event_set(103, "starts_at = now() + interval '8 days'");
	at = scratch_value("SELECT to_char((now() + interval '8 days 12 hours')"
			   " AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')");
	assert_string_equal(list(MEMBER, scratch_printf("'until': '%s'", at)), "103 ");
	assert_string_equal(
		list(MEMBER, scratch_printf("'since': '%s'", at)), "102 100 101 ");
	assert_string_equal(
		list(MEMBER, scratch_printf("'since': '%s', 'order': 'latest'", at)),
		"101 100 102 ");
	assert_string_equal(list(MEMBER, "'org': 'org-10'"), "103 101 ");
}

TEST(orders_by_what_starts_soonest)
{
	event_world("published");
	event_add(102, HOST, 0, "published", "public");
	event_add(103, ADMIN, 10, "published", "org_members");
	event_set(102, "starts_at = now() + interval '9 days'");
	event_set(103, "starts_at = now() + interval '8 days'");
	assert_string_equal(list(MEMBER, ""), "103 102 101 100 ");
	assert_string_equal(list(MEMBER, "'order': 'soonest'"), "103 102 100 101 ");
	assert_string_equal(list(STRANGER, "'order': 'soonest'"), "102 100 ");
	assert_string_equal(
		list(PLATFORM_ADMIN, "'order': 'soonest'"), "103 102 100 101 ");
	assert_string_equal(list(HOST, "'order': 'soonest', 'mine': true"), "102 100 ");
}

TEST(mine_are_those_that_one_hosts_goes_to_or_waits_for)
{
	event_world("published");
	assert_string_equal(list(STRANGER, "'mine': true"), "");
	assert_string_equal(list(PLATFORM_ADMIN, "'mine': true"), "");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
	event_add_rsvp(OWN_EVENT, OWNER, "cancelled");
	event_add_rsvp(ORG_EVENT, MEMBER, "going");
	assert_string_equal(list(STRANGER, "'mine': true"), "100 ");
	assert_string_equal(list(MEMBER, "'mine': true"), "101 100 ");
	assert_string_equal(list(MEMBER, "'mine': true, 'order': 'soonest'"), "100 101 ");
	assert_string_equal(list(OWNER, "'mine': true"), "");
	assert_string_equal(list(ADMIN, "'mine': true"), "101 ");
	event_set(OWN_EVENT, "status = 'cancelled'");
	assert_string_equal(list(STRANGER, "'mine': true"), "100 ");
}

TEST(hides_the_events_of_suspended_hosts)
{
	event_world("published");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id IN ('%s', '%s')",
		scratch_uuid_text(HOST), scratch_uuid_text(ADMIN));
	assert_string_equal(list(STRANGER, ""), "");
	assert_string_equal(list(STRANGER, "'mine': true"), "");
	assert_string_equal(list(MEMBER, ""), "101 ");
}

/* Returns every page of a list, with two events each. */
static const char *
all_pages(unsigned person, const char *filters)
{
	struct buffer all = {.arena = scratch_arena()};
	const char *cursor = "";

	do {
		struct scratch_answer answer = people_call(
			&entry, person, "{'limit': 2, %s%s}", filters, cursor);
		const char *page = scratch_numbers(&answer, "title", "Event ");
		const json_t *next = scratch_at(&answer, "nextCursor");

		buffer_append(&all, page, strlen(page));
		cursor = json_is_null(next)
			? NULL
			: scratch_printf(", 'cursor': '%s'", json_string_value(next));
	} while (cursor != NULL);
	buffer_append(&all, "", 1);
	return (const char *)all.data;
}

TEST(pages_through_every_list_without_repeating_or_leaving_out)
{
	event_world("published");
	for (unsigned i = 102; i < 109; i++) {
		bool own = i % 2 == 0;

		event_add(i, own ? HOST : ADMIN, own ? 0 : 10,
			i == 105 ? "draft" : "published", own ? "public" : "org_members");
	}
	event_add_rsvp(ORG_EVENT, MEMBER, "going");
	event_add_rsvp(102, MEMBER, "going");
	event_add_rsvp(106, MEMBER, "waitlist");
	event_add_rsvp(108, MEMBER, "going");
	assert_string_equal(all_pages(MEMBER, "'order': 'newest'"),
		"108 107 106 104 103 102 101 100 ");
	assert_string_equal(all_pages(MEMBER, "'order': 'soonest'"),
		"100 101 102 103 104 106 107 108 ");
	assert_string_equal(all_pages(ADMIN, "'order': 'newest'"),
		"108 107 106 105 104 103 102 101 100 ");
	assert_string_equal(all_pages(PLATFORM_ADMIN, "'order': 'soonest'"),
		"100 101 102 103 104 105 106 107 108 ");
	assert_string_equal(
		all_pages(MEMBER, "'mine': true, 'order': 'newest'"), "108 106 102 101 ");
	assert_string_equal(all_pages(MEMBER, "'mine': true, 'order': 'soonest'"),
		"101 102 106 108 ");
	assert_string_equal(all_pages(HOST, "'mine': true"), "108 106 104 102 100 ");
}

TEST(binds_a_cursor_to_its_filters)
{
	struct scratch_answer answer;

	event_world("published");
	answer = people_call(&entry, MEMBER, "{'limit': 1}");
	answer = people_call(&entry, MEMBER,
		"{'limit': 1, 'order': 'soonest', 'cursor': '%s'}",
		scratch_string(&answer, "nextCursor"));
	assert_problem(answer, PROBLEM_INVALID_CURSOR);
}

TEST(orders_by_what_started_latest)
{
	event_world("published");
	event_add(102, HOST, 0, "published", "public");
	event_add(103, ADMIN, 10, "published", "org_members");
	event_set(102, "starts_at = now() + interval '9 days'");
	event_set(103, "starts_at = now() + interval '8 days'");
	assert_string_equal(list(MEMBER, "'order': 'latest'"), "101 100 102 103 ");
	assert_string_equal(list(STRANGER, "'order': 'latest'"), "100 102 ");
	assert_string_equal(
		list(PLATFORM_ADMIN, "'order': 'latest'"), "101 100 102 103 ");
	assert_string_equal(list(HOST, "'order': 'latest', 'mine': true"), "100 102 ");
}
