/*
 * rsvp_remind_test.c - guests are reminded once, a day before the event.
 */
#include "services/events/rsvp/rsvp_remind.h"

#include "tests/handlers/events/event_fixture.h"

static const struct op_entry update = {&op_event_update, event_update};
static const struct op_entry publish = {&op_event_publish, event_publish};

static void
remind(void)
{
	event_steps(rsvp_remind_step);
}

static long
reminders(void)
{
	return people_notices_in_all("event_reminder");
}

static void
begin_with_rsvps(void)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 1");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	event_add_rsvp(OWN_EVENT, OWNER, "waitlist");
	event_add_rsvp(OWN_EVENT, MEMBER, "cancelled");
}

TEST(reminds_those_who_go_a_day_before)
{
	begin_with_rsvps();
	event_set(OWN_EVENT, "starts_at = now() + interval '24 hours 1 second'");
	remind();
	assert_int_equal(reminders(), 0);
	event_set(OWN_EVENT, "starts_at = now() + interval '24 hours'");
	remind();
	assert_int_equal(reminders(), 1);
	assert_int_equal(people_notices("event_reminder", STRANGER), 1);
	remind();
	assert_int_equal(reminders(), 1);
}

TEST(reminds_nobody_of_drafts_of_cancelled_and_of_past_events)
{
	begin_with_rsvps();
	event_set(
		OWN_EVENT, "starts_at = now() + interval '1 hour', status = 'cancelled'");
	remind();
	event_set(OWN_EVENT, "status = 'draft'");
	remind();
	event_set(
		OWN_EVENT, "starts_at = now() - interval '1 hour', status = 'published'");
	remind();
	assert_int_equal(reminders(), 0);
}

/* A time in so many hours, in the contract's form. */
static const char *
in_hours(int hours)
{
	return scratch_value("SELECT to_char((now() + interval '%d hours')"
			     " AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
		hours);
}

static void
move(int hours)
{
	assert_done(people_call(&update, HOST,
		"{'id': '%s', 'startsAt': '%s', 'endsAt': '%s'}",
		scratch_id("evt", OWN_EVENT), in_hours(hours), in_hours(hours + 1)));
}

TEST(reminds_again_of_another_start)
{
	begin_with_rsvps();
	event_set(OWN_EVENT, "starts_at = now() + interval '23 hours'");
	remind();
	move(48);
	remind();
	assert_int_equal(reminders(), 1);
	assert_int_equal(people_notices("event_reminder", STRANGER), 1);
	event_set(OWN_EVENT,
		"starts_at = now() + interval '22 hours',"
		" reminded_at = reminded_at - interval '26 hours'");
	remind();
	assert_int_equal(people_notices("event_reminder", STRANGER), 2);
	assert_int_equal(reminders(), 2);
}

/* A host may move the event to just over a day from now again and again. */
TEST(reminds_once_however_often_the_event_is_moved)
{
	begin_with_rsvps();
	for (int hours = 25; hours < 40; hours++) {
		move(hours);
		event_set(OWN_EVENT, "starts_at = now() + interval '24 hours'");
		remind();
	}
	assert_int_equal(reminders(), 1);
	/* The reminder for the last start is late, but not lost. */
	event_set(OWN_EVENT,
		"starts_at = now() + interval '3 hours',"
		" reminded_at = reminded_at - interval '21 hours'");
	remind();
	assert_int_equal(reminders(), 2);
}

TEST(does_not_remind_of_a_start_that_was_told_less_than_a_day_before)
{
	begin_with_rsvps();
	move(5);
	remind();
	event_set(OWN_EVENT,
		"status = 'draft', starts_at = now() + interval '5 hours',"
		" reminded = false");
	assert_done(event_call_on(&publish, HOST, OWN_EVENT));
	remind();
	assert_int_equal(reminders(), 0);
}
