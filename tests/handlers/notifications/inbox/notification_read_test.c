#include "tests/handlers/notifications/inbox_fixture.h"

/* Marks notifications as read; returns how many are unread then. */
static long
mark(unsigned member, const char *json)
{
	struct scratch_answer answer = inbox_call(member, ENTRY(notification_read), json);

	assert_done(answer);
	return (long)json_integer_value(scratch_at(&answer, "unread"));
}

static void
add_four(void)
{
	people_add(1);
	people_add(3);
	for (unsigned i = 101; i <= 103; i++)
		inbox_add(i, 1, "org_joined", "org", 30);
	inbox_add(104, 3, "org_joined", "org", 30);
}

TEST(marks_all_without_ids)
{
	add_four();
	assert_int_equal(mark(1, NULL), 0);
	assert_int_equal(mark(1, "{}"), 0);
	people_expect_rows(3, "inbox WHERE read_at = now()");
	assert_int_equal(inbox_unread(3), 1);
}

TEST(marks_what_is_named_and_keeps_when_it_was_read_first)
{
	const char *two;

	add_four();
	two = scratch_printf(JSON({"ids": ["%s", "%s"]}), scratch_id("ntf", 101),
		scratch_id("ntf", 102));
	assert_int_equal(mark(1, two), 1);
	scratch_sql("UPDATE inbox SET read_at = '2026-01-01Z' WHERE read_at IS NOT NULL");
	assert_int_equal(mark(1, two), 1);
	people_expect_rows(2, "inbox WHERE read_at = '2026-01-01Z'");
	assert_int_equal(mark(1, JSON({"ids": []})), 1);
}

TEST(passes_over_others_and_what_is_no_id)
{
	add_four();
	assert_int_equal(
		mark(1,
			scratch_printf(JSON({"ids": ["%s", "%s", "%s", "nonsense"]}),
				scratch_id("ntf", 104), scratch_id("usr", 101),
				scratch_id("ntf", 999))),
		3);
	assert_int_equal(inbox_unread(3), 1);
}

TEST(takes_a_hundred_ids_and_no_more)
{
	struct buffer json = {.arena = scratch_arena()};

	people_add(1);
	buffer_append(&json, "{\"ids\": [\"a\"", 12);
	for (int i = 0; i < 100; i++)
		buffer_append(&json, ",\"a\"", 4);
	buffer_append(&json, "]}", 3);
	people_expect_fault(
		inbox_call(1, ENTRY(notification_read), (const char *)json.data), "#/ids",
		FAULT_TOO_MANY);
}
