#include "tests/handlers/events/calendar/calendar_fixture.h"

/* Returns the events in a member's feed, in its order. */
static const char *
feed(unsigned person)
{
	struct scratch_answer answer =
		calendar_read(calendar_url(&calendar_get_entry, person));
	struct buffer all = {.arena = scratch_arena()};
	const char *text;

	assert_done(answer);
	text = json_string_value(answer.output);
	for (const char *at = strstr(text, "SUMMARY:Event "); at != NULL;
		at = strstr(at + 1, "SUMMARY:Event "))
		buffer_append(&all, at + 14, strcspn(at + 14, "\r") + 1);
	for (size_t i = 0; i < all.size; i++)
		all.data[i] = all.data[i] == '\r' ? ' ' : all.data[i];
	buffer_append(&all, "", 1);
	return (const char *)all.data;
}

TEST(holds_what_one_hosts_goes_to_or_waits_for)
{
	event_world("published");
	event_add_rsvp(OWN_EVENT, MEMBER, "going");
	event_add_rsvp(ORG_EVENT, MEMBER, "waitlist");
	event_add_rsvp(OWN_EVENT, STRANGER, "cancelled");
	assert_string_equal(feed(MEMBER), "100 101 ");
	assert_string_equal(feed(STRANGER), "");
	assert_string_equal(feed(HOST), "100 ");
	assert_string_equal(feed(ADMIN), "101 ");
	assert_string_equal(feed(OWNER), "");
}

TEST(leaves_out_drafts_and_what_is_long_over)
{
	event_world("draft");
	assert_string_equal(feed(HOST), "");
	event_set(OWN_EVENT, "status = 'published', published_at = now()");
	event_end(OWN_EVENT);
	assert_string_equal(feed(HOST), "100 ");
	event_set(OWN_EVENT,
		"starts_at = now() - interval '92 days',"
		" ends_at = now() - interval '91 days'");
	assert_string_equal(feed(HOST), "");
}

TEST(hides_what_its_member_may_not_see_any_more)
{
	event_world("published");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(HOST));
	assert_string_equal(feed(STRANGER), "");
}

TEST(ends_with_its_member)
{
	const char *url;

	event_world("published");
	url = calendar_url(&calendar_get_entry, MEMBER);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(MEMBER));
	assert_problem(calendar_read(url), PROBLEM_TOKEN_NOT_FOUND);
}

TEST(is_found_by_its_whole_address_alone)
{
	const char *url;

	event_world("published");
	url = calendar_url(&calendar_get_entry, MEMBER);
	assert_problem(calendar_read("/kith_cal_guess.ics"), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(calendar_read("/.ics"), PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(calendar_read(scratch_printf("%.*s", (int)strlen(url) - 4, url)),
		PROBLEM_TOKEN_NOT_FOUND);
	assert_problem(
		calendar_read(scratch_printf("%s.ics", url)), PROBLEM_TOKEN_NOT_FOUND);
}

TEST(is_bounded_however_much_there_is)
{
	struct scratch_answer answer;

	event_world("published");
	for (unsigned i = 0; i < 400; i++)
		event_add(1000 + i, STRANGER, 0, "published", "public");
	scratch_sql("UPDATE events SET description = repeat('😀', 4000)");
	answer = calendar_read(calendar_url(&calendar_get_entry, STRANGER));
	assert_done(answer);
	assert_in_range(json_string_length(answer.output), 900000, 1100000);
	assert_string_equal(
		json_string_value(answer.output) + json_string_length(answer.output) - 15,
		"END:VCALENDAR\r\n");
}
