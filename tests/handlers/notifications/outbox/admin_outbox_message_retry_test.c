#include "tests/handlers/notifications/outbox/message_fixture.h"

static struct scratch_answer
retry(unsigned number)
{
	return message_call(ENTRY(admin_outbox_message_retry),
		scratch_printf(JSON({"id": "%s"}), scratch_id("obx", number)));
}

TEST(makes_a_failed_message_due_with_all_its_tries)
{
	message_add(101, "failed", 10, "the folder is full");
	scratch_expect(
		retry(101), "{'status': 'pending', 'lastError': 'the folder is full'}");
	people_expect_rows(1, "outbox WHERE attempts = 0 AND next_attempt_at = now()");
	people_expect_rows(1,
		"audit WHERE action ="
		" 'outbox_message.retry' AND subject_type = 'outbox_message'"
		" AND subject_id = '%s' AND actor = '%s'",
		scratch_uuid_text(101), scratch_uuid_text(1));
}

TEST(leaves_a_lease_to_who_holds_it)
{
	message_add(101, "pending", 1, "");
	scratch_sql("UPDATE outbox SET next_attempt_at = now() + interval '1 hour',"
		    " lease = gen_random_uuid(), leased_until = now() + interval '9 s'");
	assert_done(retry(101));
	people_expect_rows(1,
		"outbox WHERE next_attempt_at = now()"
		" AND leased_until = now() + interval '9 s'");
}

TEST(sends_nothing_twice_and_knows_no_other)
{
	message_add(101, "sent", 1, "");
	assert_problem(retry(101), PROBLEM_INVALID_TRANSITION);
	assert_problem(retry(102), PROBLEM_OUTBOX_MESSAGE_NOT_FOUND);
	people_expect_rows(0, "audit");
}
