#include "tests/handlers/notifications/outbox/message_fixture.h"

static struct scratch_answer
list(const char *json)
{
	return message_call(
		&op_admin_outbox_message_list, admin_outbox_message_list, json);
}

static void
add_three(void)
{
	message_add(101, "sent", 1, "");
	message_add(102, "failed", 10, "the address is not one");
	message_add(103, "pending", 2, "the folder is full");
}

TEST(shows_what_failed_and_why_but_not_to_whom)
{
	struct scratch_answer answer;

	add_three();
	answer = list(JSON({"status": "failed"}));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 1);
	assert_string_equal(
		scratch_string(&answer, "items.0.id"), scratch_id("obx", 102));
	assert_string_equal(scratch_string(&answer, "items.0.topic"), "mail");
	assert_string_equal(scratch_string(&answer, "items.0.name"), "totp_on");
	assert_string_equal(
		scratch_string(&answer, "items.0.lastError"), "the address is not one");
	assert_int_equal(json_integer_value(scratch_at(&answer, "items.0.attempts")), 10);
	assert_true(json_is_null(scratch_at(&answer, "items.0.nextAttemptAt")));
	assert_null(strstr(answer.text, "ada@"));
}

TEST(lists_newest_first_page_by_page)
{
	struct scratch_answer answer;

	add_three();
	answer = list(NULL);
	assert_string_equal(
		scratch_numbers(&answer, "status", ""), "pending failed sent ");
	answer = list(JSON({"limit": 2}));
	assert_string_equal(scratch_numbers(&answer, "status", ""), "pending failed ");
	answer = list(arena_printf(scratch_arena(), JSON({"limit": 2, "cursor": "%s"}),
		scratch_string(&answer, "nextCursor")));
	assert_string_equal(scratch_numbers(&answer, "status", ""), "sent ");
}
