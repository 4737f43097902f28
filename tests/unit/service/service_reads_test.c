/*
 * service_reads_test.c - reads that share connections to the database do not affect each
 * other.
 */
#include <string.h>

#include "common/base/clock.h"
#include "tests/support/test.h"
#include "tests/unit/base/capture.h"
#include "tests/unit/service/reads_scene.h"

/* The number of the service's connections of all kinds. */
static int
connections(void)
{
	return atoi(scratch_value(
		"SELECT count(*) FROM pg_stat_activity"
		" WHERE datname = current_database()"
		" AND usename = 'kith_content' AND pid <> pg_backend_pid()"));
}

/* Sends so many requests at once; request n, counted from 1, calls names[n % kinds]. */
static void
ask(uint32_t count, const char *const *names, uint32_t kinds, int64_t deadline_ms)
{
	struct buffer bytes = {.arena = scratch_arena()};

	for (uint32_t i = 0; i < count; i++) {
		asked++;
		sp_client_frame(&bytes, asked, names[asked % kinds], deadline_ms);
	}
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
}

/* Reads as many replies; each must have the expected result of its operation. */
static void
assert_answers(uint32_t count, const enum problem *expected, uint32_t kinds)
{
	for (uint32_t i = 0; i < count; i++) {
		struct message_reply reply;
		uint32_t id = sp_client_reply(fd, &reply);

		assert_in_range(id, 1, asked);
		assert_int_equal(reply.problem, expected[id % kinds]);
	}
}

TEST(carries_out_many_over_few_connections)
{
	static const char *const names[] = {"thing_list"};
	static const enum problem expected[] = {PROBLEM_NONE};

	ask(500, names, 1, 5000);
	assert_answers(500, expected, 1);
	assert_in_range(connections(), 1, SHARED);
}

TEST(shares_connections_among_unfiltered_lists)
{
	static const char *const names[] = {"thing_list", "thing_feed"};
	static const enum problem expected[] = {PROBLEM_NONE, PROBLEM_NONE};

	ask(500, names, 2, 5000);
	assert_answers(500, expected, 2);
	assert_in_range(connections(), 1, SHARED);
}

/* A slow statement would delay everything behind it on a shared connection. */
TEST(gives_what_may_be_slow_a_connection_of_its_own)
{
	static const char *const lists[] = {"thing_list"};
	struct buffer bytes = {.arena = scratch_arena()};
	struct message_reply reply;

	ask(SHARED * 8, lists, 1, 5000);
	for (int i = 0; i < 8; i++)
		sp_client_frame_with(
			&bytes, ++asked, "thing_feed", JSON({"name": "a"}), 5000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	for (int i = 0; i < SHARED * 8 + 8; i++)
		assert_true(sp_client_reply(fd, &reply) != 0);
	assert_in_range(connections(), SHARED + 1, atoi(CONNECTIONS));
}

/* Lists take longer, and many of them wait when many are requested. */
TEST(keeps_no_single_record_waiting_for_lists)
{
	static const char *const lists[] = {"thing_list"},
				 *const record[] = {"thing_warn"};
	struct message_reply reply;
	uint32_t before = 0;

	ask(400, lists, 1, 5000);
	ask(1, record, 1, 5000);
	while (sp_client_reply(fd, &reply) != asked)
		before++;
	/* Behind all lists, the record would follow all but the last 16. */
	assert_in_range(before, 0, 300);
	for (; before < 400; before++)
		assert_true(sp_client_reply(fd, &reply) != 0);
}

/* Returns how many of sixty concurrent lists are answered before a record that is
 * requested after them, with one shared connection. */
static int
count_lists_before(const char *op, const char *json)
{
	static const char *const lists[] = {"thing_list"};
	struct buffer bytes = {.arena = scratch_arena()};
	struct message_reply reply;
	uint32_t record;
	int before = 0;

	stop();
	start_with(CONNECTIONS_ONE_SHARED);
	ask(1, lists, 1, 5000);
	assert_true(sp_client_reply(fd, &reply) != 0);
	scratch_sql("BEGIN; LOCK TABLE things IN ACCESS EXCLUSIVE MODE");
	ask(60, lists, 1, 5000);
	usleep(50000);
	record = ++asked;
	sp_client_frame_with(&bytes, record, op, json, 5000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(50000);
	scratch_sql("COMMIT");
	while (sp_client_reply(fd, &reply) != record)
		before++;
	for (int i = before; i < 60; i++)
		assert_true(sp_client_reply(fd, &reply) != 0);
	return before;
}

/* However many lists are requested, few of them precede a record on its connection. */
TEST(has_few_lists_before_a_record)
{
	assert_in_range(count_lists_before("thing_warn", "{}"), 1, 8);
}

TEST(has_few_lists_before_a_batched_record)
{
	const char *json =
		arena_printf(scratch_arena(), JSON({"id": "%s"}), scratch_id("post", 1));

	assert_in_range(count_lists_before("thing_parts", json), 1, 8);
}

TEST(spreads_lists_over_its_connections)
{
	static const char *const lists[] = {"thing_list"};
	struct message_reply reply;

	ask(100, lists, 1, 5000);
	for (int i = 0; i < 100; i++)
		assert_true(sp_client_reply(fd, &reply) != 0);
	assert_int_equal(connections(), SHARED);
	scratch_sql("BEGIN; LOCK TABLE things IN ACCESS EXCLUSIVE MODE");
	ask(4, lists, 1, 5000);
	usleep(50000);
	assert_int_equal(atoi(scratch_value("SELECT count(*) FROM " WAITED_FOR)), SHARED);
	scratch_sql("COMMIT");
	for (int i = 0; i < 4; i++)
		assert_true(sp_client_reply(fd, &reply) != 0);
}

/* On new connections the common preparation of a statement may fail together with another
 * statement. */
TEST(keeps_ones_failure_from_the_others)
{
	static const char *const names[] = {"thing_list", "thing_break", "thing_list"};
	static const enum problem expected[] = {
		PROBLEM_NONE, PROBLEM_INTERNAL_ERROR, PROBLEM_NONE};

	for (int i = 0; i < 60; i++) {
		/* All at once, or as many as come while the previous one is on its
		 * way. */
		for (int k = 0; k < 60; k++)
			ask(1, names, 3, 5000);
		assert_answers(60, expected, 3);
		cut_connections();
	}
}

/* The statements of a turn may exceed libpq's buffer, so that some are answered before
 * all are sent. */
TEST(takes_answers_that_come_before_the_turn_ends)
{
	static const char *const names[] = {"thing_break"};
	static const enum problem expected[] = {PROBLEM_INTERNAL_ERROR};

	for (int i = 0; i < 60; i++) {
		ask(60, names, 1, 5000);
		assert_answers(60, expected, 1);
	}
}

TEST(a_read_that_kills_its_connection_harms_no_other)
{
	static const char *const names[] = {"thing_list", "thing_kill", "thing_list"};
	static const enum problem expected[] = {
		PROBLEM_NONE, PROBLEM_SERVICE_UNAVAILABLE, PROBLEM_NONE};

	ask(60, names, 3, 20000);
	assert_answers(60, expected, 3);
}

TEST(refuses_to_write_where_it_reads)
{
	static const char *const names[] = {"thing_meddle", "thing_list"};
	static const enum problem expected[] = {PROBLEM_INTERNAL_ERROR, PROBLEM_NONE};

	scratch_sql("INSERT INTO things VALUES (gen_random_uuid(), 'stays', 1)");
	ask(20, names, 2, 5000);
	assert_answers(20, expected, 2);
	assert_string_equal(scratch_value("SELECT count(*) FROM things"), "1");
}

TEST(ends_those_that_take_too_long_and_no_others)
{
	static const char *const nap[] = {"thing_nap"};
	static const char *const list[] = {"thing_list"};
	static const enum problem late[] = {PROBLEM_TIMEOUT};
	static const enum problem none[] = {PROBLEM_NONE};
	int64_t begin_ms = clock_monotonic_ms();

	ask(1, nap, 1, 100);
	assert_answers(1, late, 1);
	/* The nap is not over: the connection was given up. */
	assert_true(clock_monotonic_ms() - begin_ms < THING_NAP_MS);
	ask(1, nap, 1, 100);
	usleep(20000);
	for (uint32_t id = 101; id <= 150; id++)
		assert_true(sp_client_call(fd, id, list[0]));
	for (int i = 0, naps = 0; i < 51; i++) {
		struct message_reply reply;

		assert_true(sp_client_reply(fd, &reply) > 0);
		naps += reply.problem == PROBLEM_TIMEOUT;
		assert_true(reply.problem == PROBLEM_NONE || naps == 1);
	}
	ask(20, list, 1, 5000);
	assert_answers(20, none, 1);
}

TEST(reads_on_when_its_connections_are_cut)
{
	static const char *const names[] = {"thing_list"};
	static const enum problem expected[] = {PROBLEM_NONE};

	for (int i = 0; i < 10; i++) {
		ask(100, names, 1, 5000);
		cut_connections();
		assert_answers(100, expected, 1);
	}
}

TEST(prepares_anew_what_a_migration_has_changed)
{
	static const char *const names[] = {"thing_list"};
	static const enum problem expected[] = {PROBLEM_NONE};

	for (int i = 0; i < 6; i++) {
		ask(40, names, 1, 5000);
		scratch_sql("ALTER TABLE things ALTER COLUMN name TYPE %s",
			i % 2 == 0 ? "varchar(50)" : "text");
		ask(40, names, 1, 5000);
		assert_answers(40, expected, 1);
		assert_answers(40, expected, 1);
	}
}

/* Each of the connections has to learn of it while other requests already use the
 * statement. */
TEST(prepares_anew_on_each_of_many_connections)
{
	static const char *const names[] = {"thing_list"};
	static const enum problem expected[] = {PROBLEM_NONE};

	close(fd);
	service_client_stop(service, SIGTERM);
	setenv("KITH_WORKERS", "24", 1);
	service = service_client_start(directory);
	for (int i = 0; i < 300 && (fd = sp_client_open(directory)) < 0; i++)
		usleep(10000);
	ask(100, names, 1, 5000);
	assert_answers(100, expected, 1);
	for (int i = 0; i < 20; i++) {
		scratch_sql("ALTER TABLE things ALTER COLUMN name TYPE %s",
			i % 2 == 0 ? "varchar(50)" : "text");
		ask(3, names, 1, 5000);
		usleep(500);
		ask(57, names, 1, 5000);
		assert_answers(60, expected, 1);
	}
}

TEST(keeps_what_the_database_says_besides_in_lines_of_the_log)
{
	static const char *const names[] = {"thing_list", "thing_warn"};
	static const enum problem expected[] = {PROBLEM_NONE, PROBLEM_NONE};
	struct capture capture = capture_begin();
	char *said;

	service_client_stop(service, SIGTERM);
	close(fd);
	service = service_client_start(directory);
	for (int i = 0; i < 300 && (fd = sp_client_open(directory)) < 0; i++)
		usleep(10000);
	ask(10, names, 2, 5000);
	assert_answers(10, expected, 2);
	service_client_stop(service, SIGTERM);
	said = capture_end(&capture);
	assert_non_null(strstr(said, "\"event\":\"database_notice\""));
	for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n"))
		if (line[0] != '{') /* messages of the sanitizers are not JSON */
			assert_null(strstr(line, "lock"));
	free(said);
	service = service_client_start(directory);
}

TEST(ends_what_answers_in_another_way)
{
	static const char *const copy[] = {"thing_copy"};
	static const enum problem unavailable[] = {PROBLEM_SERVICE_UNAVAILABLE};
	static const char *const names[] = {"thing_list"};
	static const enum problem expected[] = {PROBLEM_NONE};

	ask(1, copy, 1, 5000);
	assert_answers(1, unavailable, 1);
	ask(20, names, 1, 5000);
	assert_answers(20, expected, 1);
}

TEST(leaves_reads_their_way_while_writes_wait)
{
	static const char *const slow[] = {"thing_wait"};
	static const char *const list[] = {"thing_list"};
	struct message_reply reply;
	int answered = 0;

	ask(1, list, 1, 5000);
	assert_true(sp_client_reply(fd, &reply) > 0);
	/* More calls than connections of this kind. */
	for (uint32_t id = 301; id <= 312; id++)
		assert_true(sp_client_call(fd, id, slow[0]));
	usleep(50000);
	for (uint32_t id = 201; id <= 250; id++)
		assert_true(sp_client_call(fd, id, list[0]));
	for (; answered < 50; answered++)
		assert_in_range(sp_client_reply(fd, &reply), 201, 250);
	for (; answered < 62; answered++)
		assert_in_range(sp_client_reply(fd, &reply), 301, 312);
}

/* Workers without a connection must not take calls away from those that have one. */
TEST(serves_with_the_connections_that_can_be_had)
{
	static const char *const names[] = {"thing_wait"};
	struct message_reply reply;
	int served = 0;

	/* One of the connections is the test's. */
	scratch_sql(
		"DO $$ BEGIN EXECUTE format("
		"'ALTER DATABASE %%I CONNECTION LIMIT 3', current_database()); END $$");
	ask(10, names, 1, 20000);
	for (int i = 0; i < 10; i++) {
		assert_true(sp_client_reply(fd, &reply) > 0);
		served += reply.problem == PROBLEM_NONE;
	}
	/* The other two workers with an exclusive connection had to find out. */
	assert_in_range(served, 8, 10);
}

const struct test_scene test_scene = {.before = start, .after = stop};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	return test_main();
}
