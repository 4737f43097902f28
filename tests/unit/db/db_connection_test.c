/*
 * db_connection_test.c - connections that end, wait, or cannot be made.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "common/db/inside.h"
#include "tests/support/db_scene.h"
#include "tests/support/statement_here.h"
#include "tests/support/test.h"

static const struct op write_op = {
	.name = "thing_write", .method = METHOD_POST, .tx = TX_WRITE};

STATEMENT(SLEEP,
	"SELECT pg_sleep(5)");
STATEMENT(ALL_OF_SHAPES,
	"SELECT * FROM shapes");
STATEMENT(PID,
	"SELECT pg_backend_pid() AS pid");

STATEMENT(DIVIDE,
	"SELECT 1 / $1::int8 AS quotient");
STATEMENT(COUNT_PREPARED,
	"SELECT count(*) AS \"count\" FROM pg_prepared_statements WHERE statement = $1");

/* Ends the session of `db` from another one. */
static void
cut_connection(int64_t pid)
{
	struct db *other = db_new(scratch_url(), NULL);
	struct call call = call_of(&read_op);

	call.db = other;
	db_query(&call, STATEMENT_HERE("SELECT pg_terminate_backend($1::int8::int4)"),
		DB_NUMBER(pid));
	db_free(other);
	usleep(50000);
}

TEST(gives_up_a_statement_at_the_deadline_and_goes_on_afterwards)
{
	struct call call = call_of(&read_op);
	int64_t begin_ms = clock_monotonic_ms();

	call.deadline_unix_ms = clock_unix_us() / 1000 + 100;
	db_query_plain(&call, SLEEP);
	assert_int_equal(call.outcome.db_problem, PROBLEM_TIMEOUT);
	assert_true(clock_monotonic_ms() - begin_ms < 2000);
	call.deadline_unix_ms = 0;
	db_clear(&call);
	assert_int_equal(row_integer(db_query_plain(&call, COUNT), 0, "count"), 0);
}

TEST(does_not_begin_after_the_deadline)
{
	struct call call = call_of(&write_op);

	call.deadline_unix_ms = clock_unix_us() / 1000 - 1;
	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	assert_int_equal(call.outcome.db_problem, PROBLEM_TIMEOUT);
	assert_int_equal(count_things(), 0);
}

TEST(tells_a_statement_timeout_from_a_lock_timeout)
{
	struct call call = call_of(&read_op), holder = call_of(&write_op);

	scratch_sql("SET statement_timeout = '50ms'");
	db_query_plain(&call, SLEEP);
	scratch_sql("RESET statement_timeout");
	assert_int_equal(call.outcome.db_problem, PROBLEM_TIMEOUT);
	holder.db = db_new(scratch_url(), NULL);
	db_begin(&holder, TX_WRITE, false);
	db_query_plain(&holder, STATEMENT_HERE("LOCK TABLE things"));
	scratch_sql("SET lock_timeout = '50ms'");
	db_clear(&call);
	db_query_plain(&call, COUNT);
	scratch_sql("RESET lock_timeout");
	assert_int_equal(call.outcome.db_problem, PROBLEM_SERVICE_UNAVAILABLE);
	assert_int_equal(call.outcome.retry_after_s, 1);
	db_rollback(&holder);
	db_free(holder.db);
}

TEST(goes_on_after_the_server_hung_up_between_calls)
{
	struct call call = call_of(&write_op);
	int64_t pid = row_integer(db_query_plain(&call, PID), 0, "pid");

	cut_connection(pid);
	db_begin(&call, TX_WRITE, false);
	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	db_commit(&call);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_false(call.outcome.db_retry);
	assert_int_equal(count_things(), 1);
}

TEST(asks_for_another_run_when_a_transaction_lost_its_connection)
{
	struct call call = call_of(&write_op);
	int64_t pid;

	db_begin(&call, TX_WRITE, false);
	pid = row_integer(db_query_plain(&call, PID), 0, "pid");
	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	cut_connection(pid);
	db_query(&call, INSERT, DB_STRING("b"), DB_NUMBER(1), DB_NUMBER(2));
	assert_true(call.outcome.db_retry);
	db_rollback(&call);
	db_clear(&call);
	assert_int_equal(row_integer(db_query_plain(&call, COUNT), 0, "count"), 0);
}

/* The loop may notice on the descriptor that the session ended before the next
 * statement. */
TEST(sends_nothing_outside_of_a_transaction_whose_end_was_noticed)
{
	struct call call = call_of(&write_op);
	int64_t pid;

	db_begin(&call, TX_WRITE, false);
	pid = row_integer(db_query_plain(&call, PID), 0, "pid");
	cut_connection(pid);
	while (PQstatus(call.db->connection) != CONNECTION_BAD)
		PQconsumeInput(call.db->connection);
	db_query(&call, INSERT, DB_STRING("b"), DB_NUMBER(1), DB_NUMBER(2));
	assert_true(call.outcome.db_retry);
	db_rollback(&call);
	assert_int_equal(count_things(), 0);
}

TEST(says_that_a_lost_commit_may_have_happened)
{
	struct call call = call_of(&write_op);
	int64_t pid;

	db_begin(&call, TX_WRITE, false);
	pid = row_integer(db_query_plain(&call, PID), 0, "pid");
	cut_connection(pid);
	db_commit(&call);
	db_settle(&call);
	assert_int_equal(call.outcome.problem, PROBLEM_SERVICE_UNAVAILABLE);
	assert_false(call.outcome.db_retry);
	assert_non_null(strstr(call.outcome.detail, "may or may not"));
}

TEST(does_not_repeat_a_single_write_that_lost_its_connection)
{
	STATEMENT(SUICIDE,
	"SELECT pg_terminate_backend(pg_backend_pid())");
	struct call write = call_of(&write_op), read = call_of(&read_op);

	db_query_plain(&write, SUICIDE);
	assert_false(write.outcome.db_retry);
	assert_int_equal(write.outcome.db_problem, PROBLEM_SERVICE_UNAVAILABLE);
	db_query_plain(&read, SUICIDE);
	assert_true(read.outcome.db_retry);
}

TEST(prepares_anew_when_a_table_changed_its_shape)
{
	struct call call = call_of(&read_op);

	scratch_sql("INSERT INTO shapes (a) VALUES (1)");
	assert_int_equal(PQnfields(db_query_plain(&call, ALL_OF_SHAPES)->result), 1);
	scratch_sql("ALTER TABLE shapes ADD b int8");
	assert_int_equal(PQnfields(db_query_plain(&call, ALL_OF_SHAPES)->result), 2);
	scratch_sql("ALTER TABLE shapes ADD c int8");
	db_begin(&call, TX_READ, false);
	db_query_plain(&call, COUNT);
	db_query_plain(&call, ALL_OF_SHAPES);
	assert_true(call.outcome.db_retry);
	db_rollback(&call);
	db_clear(&call);
	db_begin(&call, TX_READ, false);
	assert_int_equal(PQnfields(db_query_plain(&call, ALL_OF_SHAPES)->result), 3);
	db_commit(&call);
}

TEST(prepares_again_what_did_not_parse_the_first_time)
{
	STATEMENT(SQL,
	"SELECT count(*) AS \"count\" FROM not_there_yet");
	struct call call = call_of(&read_op);

	db_query_plain(&call, SQL);
	assert_int_equal(call.outcome.db_problem, PROBLEM_INTERNAL_ERROR);
	scratch_sql("CREATE TABLE not_there_yet ()");
	db_clear(&call);
	assert_int_equal(row_integer(db_query_plain(&call, SQL), 0, "count"), 0);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

TEST(keeps_hundreds_of_statements_prepared)
{
	static char sql[300][40];
	struct call call = call_of(&read_op);

	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 300; i++) {
			snprintf(sql[i], sizeof(sql[i]), "SELECT %d::int8 AS n", i);
			assert_int_equal(
				row_integer(db_query_plain(&call, STATEMENT_HERE(sql[i])),
					0, "n"),
				i);
		}
	assert_string_equal(
		scratch_value("SELECT count(*) >= 300 FROM pg_prepared_statements"), "t");
}

TEST(fails_at_once_while_the_server_cannot_be_reached)
{
	struct call call = call_of(&write_op);
	int64_t begin_ms = clock_monotonic_ms();

	call.db = db_new("postgresql:///nowhere?host=/tmp/kith-no-such-directory", NULL);
	assert_false(db_ready(call.db));
	for (int i = 0; i < 20; i++) {
		db_clear(&call);
		db_query_plain(&call, COUNT);
		assert_int_equal(call.outcome.db_problem, PROBLEM_SERVICE_UNAVAILABLE);
		assert_int_equal(call.outcome.retry_after_s, 1);
		assert_non_null(db_error(call.db));
	}
	assert_true(clock_monotonic_ms() - begin_ms < 1000);
	assert_null(db_connection(call.db));
	db_free(call.db);
}

TEST(refuses_a_database_url_that_nobody_can_read)
{
	struct call call = call_of(&write_op);

	call.db = db_new("postgresql://[broken", "content");
	db_query_plain(&call, COUNT);
	assert_int_equal(call.outcome.db_problem, PROBLEM_SERVICE_UNAVAILABLE);
	db_free(call.db);
}

TEST(connects_with_the_role_of_a_service_and_its_own_password)
{
	STATEMENT(WHO,
	"SELECT session_user::text AS who, current_setting('search_path') AS path");
	STATEMENT(READ_OUTBOX,
	"SELECT id FROM outbox");
	struct call call = call_of(&read_op);
	char role[80];
	struct rows *rows;

	snprintf(role, sizeof(role), "%scontent", config()->role_prefix.data);
	call.db = db_new(scratch_url(), "content");
	rows = db_query_plain(&call, WHO);
	assert_string_equal(db_error(call.db), "");
	assert_string_equal(row_text(rows, 0, "who").data, role);
	assert_string_equal(row_text(rows, 0, "path").data, "kith,pg_catalog,pg_temp");
	db_query_plain(&call, READ_OUTBOX);
	assert_int_equal(call.outcome.db_problem, PROBLEM_INTERNAL_ERROR);
	assert_non_null(strstr(db_error(call.db), "42501"));
	db_free(call.db);
}

TEST(cannot_connect_as_a_role_without_its_password)
{
	char url[800];
	struct call call = call_of(&read_op);

	snprintf(url, sizeof(url), "%s user=%scontent password=guess", scratch_url(),
		config()->role_prefix.data);
	call.db = db_new(url, NULL);
	assert_false(db_ready(call.db));
	db_free(call.db);
}

TEST(lends_its_raw_connection_between_statements)
{
	struct call call = call_of(&read_op);
	PGresult *result;

	db_begin(&call, TX_READ, false);
	db_query_plain(&call, COUNT);
	db_commit(&call); /* its result has not been read yet */
	result = PQexec(db_connection(db), "SELECT 1");
	assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
	PQclear(result);
	assert_int_equal(db_query_plain(&call, COUNT)->count, 1);
}

/* A request that is refused again and again must not fill the server's memory. */
TEST(prepares_a_statement_once_however_often_it_is_refused)
{
	struct call call = call_of(&write_op);

	for (int i = 0; i < 5; i++) {
		db_clear(&call);
		db_begin(&call, TX_WRITE, false);
		db_query(&call, DIVIDE, DB_NUMBER(0));
		assert_int_equal(call.outcome.db_problem, PROBLEM_INTERNAL_ERROR);
		db_rollback(&call);
	}
	db_clear(&call);
	assert_int_equal(
		row_integer(db_query(&call, COUNT_PREPARED, DB_STRING(DIVIDE->sql)), 0,
			"count"),
		1);
}

/* A failure of the statements sent ahead of the first one fails the whole transaction. */
TEST(refuses_a_transaction_for_what_leaves_ahead_of_it)
{
	struct call call = call_of(&write_op);
	const struct db_param zero[] = {DB_NUMBER(0)};

	for (int i = 0; i < 3; i++) {
		db_clear(&call);
		db_begin(&call, TX_WRITE, false);
		db_send_ahead(&call, DIVIDE, zero, COUNT_OF(zero));
		assert_int_equal(db_query(&call, INSERT, DB_STRING("ahead"), DB_NUMBER(1),
					 DB_NUMBER(1))
					 ->affected,
			0);
		assert_int_equal(call.outcome.db_problem, PROBLEM_INTERNAL_ERROR);
		db_rollback(&call);
	}
	db_clear(&call);
	assert_int_equal(count_things(), 0);
	assert_int_equal(
		row_integer(db_query(&call, COUNT_PREPARED, DB_STRING(DIVIDE->sql)), 0,
			"count"),
		1);
}

/* Ends, in a child process, a connection with statements in flight; returns the child's
 * status. */
static int
drop_with_statements_under_way(void)
{
	pid_t pid = fork();
	int status = 0;

	if (pid == 0) {
		struct db *other = db_new(scratch_url(), NULL);

		if (freopen("/dev/null", "w", stderr) == NULL)
			_exit(1);
		other->awaited = 1;
		db_drop(other);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(never_drops_a_connection_that_others_wait_on)
{
	assert_int_equal(drop_with_statements_under_way(), SIGABRT);
}
