#include "services/notifications/handlers.h"
#include "services/notifications/outbox/outbox_deliver.h"
#include "tests/support/handler_test.h"

static const struct op_entry entry = {&op_admin_outbox_stats, admin_outbox_stats};

static struct scratch_answer
stats(void)
{
	const struct uuid id = scratch_uuid(1);
	const struct principal admin = scratch_admin(&id);

	return scratch_call(&entry, &admin, NULL);
}

static void
add(const char *status, const char *created_at, const char *sent_at)
{
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, status, created_at, sent_at)"
		" VALUES (gen_random_uuid(), 'mail', '{\"template\": \"totp_on\"}', '%s',"
		" %s, %s)",
		status, created_at, sent_at);
}

TEST(counts_nothing_in_an_empty_outbox)
{
	scratch_expect(stats(),
		"{'pending': 0, 'failed': 0, 'sentLastHour': 0,"
		" 'oldestPendingAt': null}");
}

TEST(counts_messages_by_state)
{
	add("pending", "now()", "NULL");
	add("pending", "'2026-01-01Z'", "NULL");
	add("failed", "'2025-01-01Z'", "NULL");
	add("sent", "now()", "now() - interval '59 minutes'");
	add("sent", "now()", "now() - interval '61 minutes'");
	scratch_expect(stats(),
		"{'pending': 2, 'failed': 1, 'sentLastHour': 1,"
		" 'oldestPendingAt': '2026-01-01T00:00:00.000Z'}");
}

/* Adds a reminder that was written on the first day of 2026 and is due at this time. */
static void
remind(const char *due)
{
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, created_at, next_attempt_at)"
		" VALUES (gen_random_uuid(), 'notice',"
		" '{\"kind\": \"post_expiring\", \"moment\": \"\"}', '2026-01-01Z', %s)",
		due);
}

TEST(counts_no_reminder_before_it_is_due)
{
	remind("now() + interval '1 second'");
	remind("now() + interval '30 days'");
	scratch_expect(stats(), "{'pending': 0, 'oldestPendingAt': null}");
	remind("'2026-02-02Z'");
	scratch_expect(
		stats(), "{'pending': 1, 'oldestPendingAt': '2026-02-02T00:00:00.000Z'}");
}

/* After the longest wait before another try, with its jitter. */
TEST(counts_what_is_tried_again_later)
{
	add("pending", "'2026-03-03Z'", "NULL");
	scratch_sql("UPDATE outbox SET attempts = 9,"
		    " next_attempt_at = now() + %d * interval '1.2 seconds'",
		(int)outbox_lease_wait_s(9));
	scratch_expect(
		stats(), "{'pending': 1, 'oldestPendingAt': '2026-03-03T00:00:00.000Z'}");
}

/* The pages of the outbox and of its indexes that this transaction has fetched. */
#define PAGES_READ \
	"SELECT sum(pg_stat_get_xact_blocks_fetched(c.oid)) FROM pg_class c" \
	" WHERE c.oid = 'kith.outbox'::regclass OR c.oid IN (SELECT indexrelid" \
	" FROM pg_index WHERE indrelid = 'kith.outbox'::regclass)"

/* Adds messages that were sent between two hours and four weeks ago. */
static void
add_old(int count)
{
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload, status, created_at, sent_at)"
		" SELECT new_id(), 'mail', '{\"template\": \"totp_on\"}', 'sent', at, at"
		" FROM (SELECT now() - interval '2 hours' - random() * interval '28 days'"
		" AS at FROM generate_series(1, %d)) AS n",
		count);
	scratch_sql("ANALYZE outbox");
}

/* The pages that one call fetches. */
static long
pages_of_a_look(void)
{
	long before;

	assert_done(stats());
	before = people_count(PAGES_READ);
	assert_done(stats());
	return people_count(PAGES_READ) - before;
}

/* A short table is read whole, which is one page. A long one is read by its indexes, with
 * up to a page for each counted row; a scan of the other rows would fetch thousands. */
TEST(costs_the_same_however_much_was_sent_before)
{
	long few, many;

	add_old(10);
	for (int i = 0; i < 20; i++) {
		add("pending", "now()", "NULL");
		add("sent", "now()", "now()");
		add("failed", "now()", "NULL");
	}
	few = pages_of_a_look();
	add_old(100000);
	many = pages_of_a_look();
	assert_in_range(few, 1, 100);
	assert_in_range(many, 1, few + 100);
}
