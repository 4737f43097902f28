#include "services/notifications/handlers.h"
#include "tests/support/handler_test.h"

static const struct op_entry entry = {&op_admin_outbox_history, admin_outbox_history};

static struct scratch_answer
history(void)
{
	const struct uuid id = scratch_uuid(1);
	const struct principal admin = scratch_admin(&id);

	return scratch_call(&entry, &admin, NULL);
}

static void
add(const char *status, const char *sent_at, const char *failed_at)
{
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, status, sent_at, failed_at)"
		" VALUES (gen_random_uuid(), 'mail', '{\"template\": \"totp_on\"}', '%s',"
		" %s, %s)",
		status, sent_at, failed_at);
}

TEST(has_all_hours_of_a_day_when_nothing_happened)
{
	struct scratch_answer answer = history();

	scratch_expect(
		answer, "{'hours.length': 24, 'hours.0.sent': 0, 'hours.23.failed': 0}");
	assert_string_equal(scratch_string(&answer, "since"),
		scratch_string(&answer, "hours.0.startsAt"));
}

TEST(counts_each_message_in_its_hour)
{
	add("sent", "now()", "NULL");
	add("sent", "now()", "NULL");
	add("sent", "date_trunc('hour', now()) - interval '1 minute'", "NULL");
	add("sent", "now() - interval '25 hours'", "NULL");
	add("failed", "NULL", "date_trunc('hour', now()) - interval '23 hours'");
	add("pending", "NULL", "NULL");
	scratch_expect(history(),
		"{'hours.23.sent': 2, 'hours.22.sent': 1, 'hours.0.failed': 1,"
		" 'hours.0.sent': 0}");
}

TEST(notes_when_a_message_failed_and_forgets_it_when_it_is_tried_again)
{
	add("pending", "NULL", "NULL");
	scratch_sql("UPDATE outbox SET status = 'failed'");
	scratch_expect(history(), "{'hours.23.failed': 1}");
	scratch_sql("UPDATE outbox SET status = 'pending'");
	scratch_expect(history(), "{'hours.23.failed': 0}");
}
