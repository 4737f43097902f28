#include "tests/handlers/notifications/outbox/message_fixture.h"

static struct scratch_answer
list(const char *json)
{
	return message_call(ENTRY(admin_outbox_message_list), json);
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
	scratch_expect(answer,
		"{'items.length': 1, 'items.0.id': '%s', 'items.0.topic': 'mail',"
		" 'items.0.name': 'totp_on',"
		" 'items.0.lastError': 'the address is not one', 'items.0.attempts': 10,"
		" 'items.0.nextAttemptAt': null}",
		scratch_id("obx", 102));
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
	answer = list(scratch_printf(JSON({"limit": 2, "cursor": "%s"}),
		scratch_string(&answer, "nextCursor")));
	assert_string_equal(scratch_numbers(&answer, "status", ""), "sent ");
}
