/*
 * calendar_fixture.h - a member's private feed, for the tests of its operations.
 */
#ifndef KITH_TEST_CALENDAR_FIXTURE_H
#define KITH_TEST_CALENDAR_FIXTURE_H

#include "tests/handlers/events/event_fixture.h"

static const struct op_entry calendar_get_entry = {&op_calendar_get, calendar_get};
static const struct op_entry calendar_rotate_entry = {
	&op_calendar_rotate, calendar_rotate};
static const struct op_entry calendar_feed_entry = {&op_calendar_feed, calendar_feed};

/* Returns the feed's address that one of the two operations answers. */
static inline const char *
calendar_url(const struct op_entry *entry, unsigned person)
{
	struct scratch_answer answer = people_call(entry, person, "{}");

	assert_done(answer);
	return scratch_string(&answer, "url");
}

/* Reads a feed without a credential. */
static inline struct scratch_answer
calendar_read(const char *url)
{
	const struct principal nobody = scratch_anonymous();

	return scratch_call(&calendar_feed_entry, &nobody,
		scratch_printf("{\"file\": \"%s\"}", strrchr(url, '/') + 1));
}

#endif
