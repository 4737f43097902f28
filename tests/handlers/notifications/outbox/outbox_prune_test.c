/* What is pruned, by the steps of the service's tasks and with its role. */
#include "common/service/service.h"
#include "services/notifications/outbox/outbox_run.h"
#include "tests/support/handler_test.h"

/* Runs the steps up to the pause; returns how many there were. */
static int
prune(bool (*step)(struct call *call))
{
	struct call call = {
		.arena = scratch_arena(), .db = scratch_open("notifications")};
	int steps = 1;

	scratch_sql("SET ROLE kith_notifications");
	while (step(&call))
		steps++;
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	return steps;
}

/* Adds so many stored answers of a service, of this age. */
static void
keep_answers(const char *role, int count, const char *age)
{
	scratch_sql(
		"INSERT INTO idempotency (role, member, op, key, request_hash, response,"
		" sealed, created_at) SELECT '%s', gen_random_uuid(), 'op', n::text,"
		" sha256('x'), 'x', false, now() - interval '%s'"
		" FROM generate_series(1, %d) AS numbers (n)",
		role, age, count);
}

TEST(goes_on_until_no_old_answer_of_any_service_is_left)
{
	keep_answers("kith_content", 20001, "25 hours");
	keep_answers("kith_orgs", 4999, "25 hours");
	keep_answers("kith_orgs", 7, "23 hours");
	assert_int_equal(prune(outbox_prune_idempotency_step), 3);
	people_expect_rows(7, "idempotency");
}

TEST(keeps_the_newest_two_thousand_answers_of_a_member)
{
	keep_answers("kith_orgs", 12100, "2 hours");
	scratch_sql("UPDATE idempotency SET member = '%s'", scratch_uuid_text(1));
	keep_answers("kith_orgs", 2500, "3 hours");
	scratch_sql(
		"UPDATE idempotency SET created_at = now() WHERE key IN ('1', '12100')"
		" AND member = '%s'",
		scratch_uuid_text(1));
	assert_int_equal(prune(outbox_prune_idempotency_step), 2);
	people_expect_rows(4500, "idempotency");
	people_expect_rows(2, "idempotency WHERE created_at = now()");
}

/* Adds so many notifications of a member, of this age. */
static void
keep_notices(unsigned member, int count, const char *age)
{
	scratch_sql(
		"INSERT INTO inbox (id, recipient, kind, subject_type, created_at,"
		" dedupe) SELECT new_id(), '%s', 'org_joined', 'org', now() - interval"
		" '%s', gen_random_uuid() FROM generate_series(1, %d)",
		scratch_uuid_text(member), age, count);
}

TEST(goes_on_until_no_notification_of_a_year_ago_is_left)
{
	people_add_all(2);
	keep_notices(1, 1500, "366 days");
	keep_notices(2, 600, "367 days");
	keep_notices(1, 3, "364 days");
	assert_int_equal(prune(outbox_prune_inbox_step), 3);
	people_expect_rows(3, "inbox");
	assert_int_equal(people_count("SELECT sum(unread) FROM inbox_counts"), 3);
}

/* Adds so many messages in this state, of this age. */
static void
keep_messages(const char *status, int count, const char *age)
{
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, status, sent_at, failed_at)"
		" SELECT gen_random_uuid(), 'mail', '{\"template\": \"totp_on\"}', '%s',"
		" CASE WHEN '%s' = 'sent' THEN now() - interval '%s' END,"
		" CASE WHEN '%s' = 'failed' THEN now() - interval '%s' END"
		" FROM generate_series(1, %d)",
		status, status, age, status, age, count);
}

TEST(keeps_what_was_sent_for_a_month_and_what_failed_for_three)
{
	keep_messages("sent", 12000, "31 days");
	keep_messages("failed", 11000, "91 days");
	keep_messages("sent", 2, "29 days");
	keep_messages("failed", 3, "89 days");
	assert_int_equal(prune(outbox_prune_step), 3);
	people_expect_rows(5, "outbox");
}
