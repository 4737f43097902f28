/* What a task does when the database asks for a repetition. */
#include "services/identity/mail/task.h"
#include "tests/handlers/identity/task_fixture.h"
#include "tests/support/statement_here.h"
#include "tests/unit/base/capture.h"

static int runs, failures;

/* Fails so often, then works. */
static bool
stumble(struct call *call)
{
	if (runs++ < failures)
		db_query_plain(call,
			STATEMENT_HERE(
				"DO $$ BEGIN RAISE 'again' USING ERRCODE = '40001'; END $$"));
	else
		db_query_plain(call,
			STATEMENT_HERE(
				"INSERT INTO attempts (kind, subject, count) VALUES ('sign_in', 'x', 1)"));
	return false;
}

static void
stumble_run(const volatile int *stop)
{
	task_repeat(stop, "stumble", 600, TX_WRITE, stumble);
}

/* What it logs, having failed so often. */
static char *
run_with(int count)
{
	struct capture capture = capture_begin();

	runs = 0;
	failures = count;
	task_run_for_a_moment(stumble_run);
	return capture_end(&capture);
}

static void
repeats_at_once_what_the_database_wants_repeated(void **state)
{
	char *log = run_with(2);

	(void)state;
	assert_int_equal(runs, 3);
	assert_int_equal(people_count("SELECT count(*) FROM attempts"), 1);
	assert_non_null(strstr(log, "\"task_retried\""));
	assert_non_null(strstr(log, "\"stumble\""));
	assert_non_null(strstr(log, "40001 again"));
	free(log);
	scratch_sql("DELETE FROM attempts");
}

static void
waits_after_the_fourth_time(void **state)
{
	char *log = run_with(100);

	(void)state;
	assert_int_equal(runs, 4);
	free(log);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(repeats_at_once_what_the_database_wants_repeated),
		cmocka_unit_test(waits_after_the_fourth_time),
	};

	scratch_open("identity");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
