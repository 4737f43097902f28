#include "tests/handlers/events/event_fixture.h"

static const struct op_entry entry = {&op_event_calendar, event_calendar};

/* Returns the calendar file of an event. */
static const char *
file(unsigned person, unsigned event)
{
	struct scratch_answer answer = event_call_on(&entry, person, event);

	if (answer.problem != PROBLEM_NONE)
		fail_msg("%s (%s)", problems[answer.problem].code, answer.cause);
	return json_string_value(answer.output);
}

static void
expect_line(const char *text, const char *line)
{
	const char *whole = scratch_printf("\r\n%s\r\n", line);

	if (strstr(text, whole) == NULL)
		fail_msg("there is no line %s in\n%s", line, text);
}

static void
expect_no(const char *text, const char *part)
{
	if (strstr(text, part) != NULL)
		fail_msg("there is %s in\n%s", part, text);
}

TEST(writes_an_event_with_its_zone)
{
	const char *text;

	event_world("published");
	event_set(OWN_EVENT,
		"starts_at = '2027-06-01 16:00Z', ends_at = '2027-06-01 18:00Z',"
		" created_at = '2026-01-01 00:00Z'");
	text = file(HOST, OWN_EVENT);
	assert_memory_equal(text, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", 30);
	expect_line(text, "METHOD:PUBLISH");
	expect_line(text, "TZID:Europe/Berlin");
	expect_line(text,
		"BEGIN:DAYLIGHT\r\nDTSTART:20270328T020000\r\nTZOFFSETFROM:+0100\r\n"
		"TZOFFSETTO:+0200\r\nTZNAME:CEST\r\nEND:DAYLIGHT");
	expect_no(text, "BEGIN:STANDARD");
	expect_line(text, "DTSTART;TZID=Europe/Berlin:20270601T180000");
	expect_line(text, "DTEND;TZID=Europe/Berlin:20270601T200000");
	expect_line(text, "UID:00000000-0000-7000-8000-000000000064");
	expect_line(text, "CREATED:20260101T000000Z");
	expect_line(text, "STATUS:CONFIRMED");
	expect_line(text, "SUMMARY:Event 100");
	expect_line(text, "LOCATION:Hall");
	expect_line(text, "ORGANIZER;CN=\"Member 1\":invalid:nomail");
	assert_non_null(strstr(text, "/events/evt_"));
	expect_no(text, "/v1/events/");
	assert_string_equal(text + strlen(text) - 15, "END:VCALENDAR\r\n");
}

TEST(raises_the_sequence_and_says_that_an_event_is_cancelled)
{
	const char *text;

	event_world("published");
	expect_line(file(HOST, OWN_EVENT), "SEQUENCE:0");
	event_set(OWN_EVENT, "title = 'Other'");
	expect_line(file(HOST, OWN_EVENT), "SEQUENCE:1");
	event_set(OWN_EVENT, "going_count = 1");
	event_set(OWN_EVENT, "status = 'cancelled'");
	text = file(HOST, OWN_EVENT);
	expect_line(text, "SEQUENCE:2");
	expect_line(text, "METHOD:CANCEL");
	expect_line(text, "STATUS:CANCELLED");
}

TEST(escapes_and_folds_what_members_wrote)
{
	const char *text;

	event_world("published");
	scratch_sql("UPDATE events SET title = E'A; B, \\\\ and \"C\"',"
		    " description = E'One\\r\\nBEGIN:VEVENT\\nTwo\\rThree' || repeat('é',"
		    " 100), location = E'Hall\\x07 1'");
	scratch_sql("UPDATE members SET name = E'Q \"R\": S\\nT;X=1' WHERE id = '%s'",
		scratch_uuid_text(HOST));
	event_set(OWN_EVENT, "join_url = ''");
	text = file(HOST, OWN_EVENT);
	expect_line(text, "SUMMARY:A\\; B\\, \\\\ and \"C\"");
	expect_line(text, "LOCATION:Hall 1");
	expect_line(text, "ORGANIZER;CN=\"Q 'R': ST;X=1\":invalid:nomail");
	expect_no(text, "\r\nBEGIN:VEVENT\\nTwo");
	assert_non_null(strstr(text, "DESCRIPTION:One\\nBEGIN:VEVENT\\nTwo\\nThree"));
	for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
		assert_true(strcspn(line, "\r\n") <= 75);
		assert_int_equal(line[strcspn(line, "\r\n")], '\r');
		assert_true((line[strcspn(line, "\r\n") - 1] & 0xc0) != 0xc0);
	}
}

TEST(writes_the_second_of_two_equal_times_in_utc)
{
	const char *text;

	event_world("published");
	event_set(OWN_EVENT,
		"starts_at = '2027-10-31 00:30Z', ends_at = '2027-10-31 01:30Z'");
	text = file(HOST, OWN_EVENT);
	expect_line(text, "DTSTART;TZID=Europe/Berlin:20271031T023000");
	expect_line(text, "DTEND:20271031T013000Z");
	expect_line(text,
		"BEGIN:STANDARD\r\nDTSTART:20271031T030000\r\nTZOFFSETFROM:+0200\r\n"
		"TZOFFSETTO:+0100\r\nTZNAME:CET\r\nEND:STANDARD");
}

TEST(writes_utc_and_unknown_zones_in_utc)
{
	const char *text;

	event_world("published");
	event_set(OWN_EVENT,
		"timezone = 'UTC', starts_at = '2027-06-01 16:00Z',"
		" ends_at = '2027-06-01 16:00:00.001Z'");
	text = file(HOST, OWN_EVENT);
	expect_line(text, "DTSTART:20270601T160000Z");
	expect_line(text, "DTEND:20270601T160001Z");
	expect_no(text, "VTIMEZONE");
	event_set(OWN_EVENT, "timezone = 'Europe/Atlantis'");
	text = file(HOST, OWN_EVENT);
	expect_line(text, "DTSTART:20270601T160000Z");
	expect_no(text, "VTIMEZONE");
}

TEST(tells_where_to_join_to_managers_and_to_who_is_going)
{
	event_world("published");
	expect_no(file(STRANGER, OWN_EVENT), "join.example");
	expect_line(file(HOST, OWN_EVENT), "CONFERENCE;VALUE=URI:https://join.example/1");
	event_add_rsvp(OWN_EVENT, STRANGER, "going");
	expect_line(file(STRANGER, OWN_EVENT),
		"DESCRIPTION:Text\\n\\nhttps://join.example/1");
}

TEST(is_as_hidden_as_the_event)
{
	event_world("draft");
	assert_problem(
		event_call_on(&entry, STRANGER, OWN_EVENT), PROBLEM_EVENT_NOT_FOUND);
	expect_line(file(HOST, OWN_EVENT), "STATUS:TENTATIVE");
}

TEST(writes_years_of_all_sizes)
{
	event_world("published");
	event_set(OWN_EVENT,
		"starts_at = '9999-12-31 22:00Z', ends_at = '9999-12-31 22:30Z'");
	expect_line(file(HOST, OWN_EVENT), "DTSTART;TZID=Europe/Berlin:99991231T230000");
	event_set(OWN_EVENT,
		"starts_at = '0001-01-02 00:00Z', ends_at = '0001-01-03 00:00Z',"
		" timezone = 'America/New_York'");
	expect_line(
		file(HOST, OWN_EVENT), "DTSTART;TZID=America/New_York:00010101T190358");
}
