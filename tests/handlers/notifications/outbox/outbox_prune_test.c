/* What is pruned, by the steps of the service's tasks and with its role. */
#include "common/service/service.h"
#include "services/notifications/outbox/outbox_run.h"
#include "tests/support/handler_test.h"

/* Carries out the steps up to the pause; how many that were. */
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

/* So many answers of a service, kept since so long. */
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
	assert_int_equal(people_count("SELECT count(*) FROM idempotency"), 7);
}
