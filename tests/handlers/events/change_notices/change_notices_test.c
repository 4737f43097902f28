/*
 * change_notices_test.c - notices of a new time or place, at most one per quarter of an
 * hour.
 */
#include "services/events/change_notices/change_notices.h"

#include "tests/handlers/events/event_fixture.h"

static const struct op_entry update = {&op_event_update, event_update};
static const struct op_entry cancel = {&op_event_cancel, event_cancel};
static const struct op_entry rsvp = {&op_event_rsvp, event_rsvp};

/* Changes the place of the event. */
static void
move(const char *place)
{
	assert_done(people_call(&update, HOST, "{'id': '%s', 'location': '%s'}",
		scratch_id("evt", OWN_EVENT), place));
}

/* Lets so many minutes pass and runs the task. */
static void
wait_minutes(int minutes)
{
	scratch_sql("UPDATE event_changes"
		    " SET quiet_until = quiet_until - %d * interval '1 minute'",
		minutes);
	event_steps(change_notices_step);
}

static long
told(void)
{
	return people_notices_in_all("event_updated");
}

static void
begin_with_rsvps(void)
{
	event_world("published");
	event_set(OWN_EVENT, "capacity = 2");
	event_add_rsvp(OWN_EVENT, HOST, "going");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	event_add_rsvp(OWN_EVENT, MEMBER, "waitlist");
}

TEST(tells_of_many_changes_twice)
{
	begin_with_rsvps();
	for (int i = 0; i < 20; i++)
		move(i % 2 == 0 ? "Roof" : "Cellar");
	assert_int_equal(told(), 1);
	wait_minutes(14);
	assert_int_equal(told(), 1);
	wait_minutes(1);
	assert_int_equal(told(), 2);
	assert_int_equal(people_notices("event_updated", STRANGER), 2);
	wait_minutes(15);
	assert_int_equal(told(), 2);
	people_expect_rows(0, "event_changes");
}

/* Changes just before the end of the quarter of an hour are merged as well. */
TEST(tells_once_in_a_quarter_of_an_hour_whatever_comes_when)
{
	begin_with_rsvps();
	move("Roof");
	for (int i = 0; i < 3; i++) {
		move(i % 2 == 0 ? "Cellar" : "Roof");
		wait_minutes(15);
		assert_int_equal(told(), i + 2);
		move("Garden");
		assert_int_equal(told(), i + 2);
	}
}

TEST(tells_at_once_after_a_quiet_time)
{
	begin_with_rsvps();
	move("Roof");
	scratch_sql("UPDATE event_changes SET quiet_until = now()");
	move("Cellar");
	assert_int_equal(told(), 2);
}

/* The task reports a waiting change, even if another change comes before it runs. */
TEST(tells_what_waits_with_what_comes_then)
{
	begin_with_rsvps();
	move("Roof");
	move("Cellar");
	scratch_sql("UPDATE event_changes SET quiet_until = now()");
	move("Garden");
	assert_int_equal(told(), 1);
	wait_minutes(0);
	assert_int_equal(told(), 2);
}

TEST(tells_nobody_who_came_after_the_change)
{
	begin_with_rsvps();
	move("Roof");
	event_set(OWN_EVENT, "capacity = 4");
	move("Cellar");
	assert_done(people_call(&rsvp, OWNER, "{'id': '%s', 'status': 'going'}",
		scratch_id("evt", OWN_EVENT)));
	assert_done(people_call(&rsvp, STRANGER, "{'id': '%s', 'status': 'cancelled'}",
		scratch_id("evt", OWN_EVENT)));
	wait_minutes(15);
	assert_int_equal(people_notices("event_updated", OWNER), 0);
	assert_int_equal(people_notices("event_updated", STRANGER), 1);
}

/* The creator of an organization's event is no more its host than the other managers. */
TEST(tells_the_maker_of_an_organizations_event_what_others_change)
{
	begin_with_rsvps();
	event_add_rsvp(ORG_EVENT, ADMIN, "going");
	for (int i = 0; i < 2; i++)
		assert_done(
			people_call(&update, OWNER, "{'id': '%s', 'location': 'Room %d'}",
				scratch_id("evt", ORG_EVENT), i));
	wait_minutes(15);
	assert_int_equal(people_notices("event_updated", ADMIN), 2);
}

/* Counts the notices of changes to a member that `by` caused. */
static long
told_by(unsigned by, unsigned member)
{
	return people_count("SELECT count(*) FROM outbox WHERE payload ->> 'kind' ="
			    " 'event_updated' AND payload ->> 'actor' = '%s'"
			    " AND payload ->> 'recipient' = '%s'",
		scratch_uuid_text(by), scratch_uuid_text(member));
}

/* Changes the place of the organization's event as one of its managers. */
static void
move_as(unsigned by, const char *place)
{
	assert_done(people_call(&update, by, "{'id': '%s', 'location': '%s'}",
		scratch_id("evt", ORG_EVENT), place));
}

/* A delayed notice counts towards the notices that its actor has caused, like any
 * other. */
TEST(tells_what_waited_as_the_act_of_who_changed_it)
{
	begin_with_rsvps();
	for (int i = 0; i < 3; i++)
		move(i % 2 == 0 ? "Roof" : "Cellar");
	wait_minutes(15);
	assert_int_equal(told_by(HOST, STRANGER), 2);
	assert_int_equal(people_notices("event_updated", HOST), 0);
}

TEST(tells_whoever_changed_it_of_what_others_changed)
{
	begin_with_rsvps();
	event_add_rsvp(ORG_EVENT, ADMIN, "going");
	event_add_rsvp(ORG_EVENT, OWNER, "going");
	event_add_rsvp(ORG_EVENT, MEMBER, "going");
	move_as(OWNER, "Room 1");
	move_as(ADMIN, "Room 2");
	move_as(OWNER, "Room 3");
	move_as(OWNER, "Room 4");
	wait_minutes(15);
	assert_int_equal(told_by(OWNER, MEMBER), 2);
	assert_int_equal(told_by(OWNER, ADMIN), 2);
	assert_int_equal(told_by(ADMIN, OWNER), 1);
	assert_int_equal(told(), 5);
	move_as(ADMIN, "Room 5");
	wait_minutes(15);
	assert_int_equal(told_by(ADMIN, MEMBER), 1);
	assert_int_equal(people_notices("event_updated", ADMIN), 2);
}

/* Guests who are on their way must not wait for a quarter of an hour. */
TEST(tells_at_once_when_the_event_is_about_to_start)
{
	begin_with_rsvps();
	move("Roof");
	move("Cellar");
	assert_int_equal(told(), 1);
	event_set(OWN_EVENT, "starts_at = now() + interval '59 minutes'");
	move("Garden");
	assert_int_equal(told(), 2);
	wait_minutes(0);
	assert_int_equal(told(), 2);
}

TEST(tells_of_an_event_that_is_about_to_start_once_a_minute)
{
	begin_with_rsvps();
	event_set(OWN_EVENT, "starts_at = now() + interval '5 minutes'");
	for (int i = 0; i < 20; i++)
		move(i % 2 == 0 ? "Roof" : "Cellar");
	assert_int_equal(told(), 1);
	wait_minutes(1);
	assert_int_equal(told(), 2);
	move("Garden");
	assert_int_equal(told(), 2);
	wait_minutes(1);
	assert_int_equal(told(), 3);
}

/* A postponement reaches guests who are on their way at once as well. */
TEST(tells_at_once_that_an_event_is_put_off)
{
	begin_with_rsvps();
	event_set(OWN_EVENT, "starts_at = now() + interval '61 minutes'");
	move("Roof");
	move("Cellar");
	assert_int_equal(told(), 1);
	event_set(OWN_EVENT, "starts_at = now() + interval '10 minutes'");
	assert_done(people_call(&update, HOST, "{'id': '%s', 'startsAt': '%s'}",
		scratch_id("evt", OWN_EVENT),
		scratch_value("SELECT to_char(now() AT TIME ZONE 'UTC' + interval"
			      " '2 days', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')")));
	assert_int_equal(told(), 2);
}

TEST(tells_no_change_of_an_event_that_was_cancelled_meanwhile)
{
	begin_with_rsvps();
	move("Roof");
	move("Cellar");
	event_call_on(&cancel, HOST, OWN_EVENT);
	wait_minutes(15);
	assert_int_equal(told(), 1);
	people_expect_rows(0, "event_changes");
}
