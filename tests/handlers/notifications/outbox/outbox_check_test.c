#include "tests/handlers/notifications/outbox/message_fixture.h"

static bool
is_late(void)
{
	struct scratch_answer answer = message_call(ENTRY(outbox_check), NULL);

	assert_done(answer);
	return json_is_true(scratch_at(&answer, "late"));
}

static void
make_due(const char *when)
{
	scratch_sql("UPDATE outbox SET next_attempt_at = now() - interval '%s'", when);
}

TEST(is_late_when_a_message_was_due_a_quarter_of_an_hour_ago)
{
	assert_false(is_late());
	message_add(101, "pending", 0, "");
	make_due("14 minutes 59 seconds");
	assert_false(is_late());
	make_due("15 minutes 1 second");
	assert_true(is_late());
}

TEST(is_not_late_with_what_is_sent_failed_or_due_later)
{
	message_add(101, "sent", 1, "");
	message_add(102, "failed", 10, "");
	make_due("1 day");
	message_add(103, "pending", 9, "");
	scratch_sql("UPDATE outbox SET next_attempt_at = now() + interval '1 hour',"
		    " created_at = now() - interval '1 day' WHERE status = 'pending'");
	assert_false(is_late());
}

/* Mails that wait for the server are due later, because their attempts are spaced. */
TEST(is_late_when_the_mail_server_has_not_worked_for_a_quarter_of_an_hour)
{
	message_add(101, "pending", 4, "cannot connect");
	scratch_sql("UPDATE outbox SET next_attempt_at = now() + interval '1 hour',"
		    " held_up = true, created_at = now() - interval '14 minutes'");
	assert_false(is_late());
	scratch_sql("UPDATE outbox SET created_at = now() - interval '16 minutes'");
	assert_true(is_late());
	scratch_sql("UPDATE outbox SET payload = payload || '{\"moment\": \"x\"}'");
	assert_false(is_late()); /* a reminder is written days before it is due */
}
