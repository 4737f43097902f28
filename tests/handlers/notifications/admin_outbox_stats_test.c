#include "services/notifications/handlers.h"
#include "tests/support/handler_test.h"

static const struct op_entry entry = {&op_admin_outbox_stats, admin_outbox_stats};

static struct scratch_answer
stats(void)
{
	const struct uuid id = scratch_uuid(1);
	const struct principal admin = scratch_admin(&id);

	return scratch_call(&entry, &admin, NULL);
}

static long
number(const struct scratch_answer *answer, const char *path)
{
	return (long)json_integer_value(scratch_at(answer, path));
}

static void
add(const char *status, const char *created_at, const char *sent_at)
{
	scratch_sql("INSERT INTO outbox (id, topic, payload, status, created_at, sent_at)"
		    " VALUES (gen_random_uuid(), 'mail', '{}', '%s', %s, %s)",
		status, created_at, sent_at);
}

static void
counts_nothing_in_an_empty_outbox(void **state)
{
	struct scratch_answer answer = stats();

	(void)state;
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_int_equal(number(&answer, "pending"), 0);
	assert_int_equal(number(&answer, "failed"), 0);
	assert_int_equal(number(&answer, "sentLastHour"), 0);
	assert_true(json_is_null(scratch_at(&answer, "oldestPendingAt")));
}

static void
counts_messages_by_state(void **state)
{
	struct scratch_answer answer;

	(void)state;
	add("pending", "now()", "NULL");
	add("pending", "'2026-01-01Z'", "NULL");
	add("failed", "'2025-01-01Z'", "NULL");
	add("sent", "now()", "now() - interval '59 minutes'");
	add("sent", "now()", "now() - interval '61 minutes'");
	answer = stats();
	assert_int_equal(number(&answer, "pending"), 2);
	assert_int_equal(number(&answer, "failed"), 1);
	assert_int_equal(number(&answer, "sentLastHour"), 1);
	assert_string_equal(
		scratch_string(&answer, "oldestPendingAt"), "2026-01-01T00:00:00.000Z");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(counts_nothing_in_an_empty_outbox),
		HANDLER_TEST(counts_messages_by_state),
	};

	scratch_open("notifications");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
