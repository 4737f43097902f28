#include "tests/handlers/events/calendar/calendar_fixture.h"

TEST(answers_the_same_address_each_time)
{
	const char *url;

	event_world("published");
	url = calendar_url(&calendar_get_entry, MEMBER);
	assert_non_null(strstr(url, "/calendar/kith_cal_"));
	assert_string_equal(strrchr(url, '.'), ".ics");
	assert_string_equal(calendar_url(&calendar_get_entry, MEMBER), url);
	assert_string_not_equal(calendar_url(&calendar_get_entry, STRANGER), url);
	assert_done(calendar_read(url));
}

TEST(stores_nothing_of_it)
{
	event_world("published");
	calendar_url(&calendar_get_entry, MEMBER);
	calendar_url(&calendar_rotate_entry, OWNER);
	assert_string_equal(scratch_value("SELECT string_agg(to_jsonb(f)::text, ' ')"
					  " FROM calendar_feeds f"),
		scratch_printf("{\"member_id\": \"%s\", \"generation\": 1}",
			scratch_uuid_text(OWNER)));
}
