/*
 * service_many_test.c - reads of one turn that ask alike and are sent as one statement: each gets its
 * own rows, and what happens to one of them is nothing to the others.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/json/json.h"
#include "tests/support/test.h"
#include "tests/unit/service/reads_scene.h"

#define THINGS 70

static uint32_t first; /* the request that asks for the thing of size 0 */

/* One thing of each size, which is the last of its id as well: 60 has one row, 62 none, and 0 cannot be
 * divided by. */
static void
fill(void)
{
	for (int size = 0; size < THINGS; size++) {
		scratch_sql("INSERT INTO things VALUES ('%s', 'thing %d', %d)",
			scratch_uuid_text((unsigned)size), size, size);
	}
}

/* Asks for things [from, to), all in one write. */
static void
ask_for(int from, int to, int64_t deadline_ms)
{
	struct buffer bytes = {.arena = scratch_arena()};

	first = asked + 1 - (uint32_t)from;
	for (int size = from; size < to; size++) {
		sp_client_frame_with(&bytes, ++asked, "thing_parts",
			arena_printf(scratch_arena(), JSON({"id": "%s"}),
				scratch_id("post", (unsigned)size)),
			deadline_ms);
	}
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
}

/* How many parts there are of all, which is a parameter and no key. */
static int
parts_of(int size)
{
	return THING_PARTS_SIZE + size % 2;
}

/* What a thing of this size is to answer. */
static enum problem
expected_of(int size)
{
	if (size == 0)
		return PROBLEM_INTERNAL_ERROR;
	return size <= parts_of(size) ? PROBLEM_NONE : PROBLEM_POST_NOT_FOUND;
}

/* Reads so many answers: each is its own thing's. */
static void
assert_own_answers(int count)
{
	for (int i = 0; i < count; i++) {
		struct message_reply reply;
		const int size = (int)(sp_client_reply(fd, &reply) - first);
		struct buffer json = {.arena = scratch_arena()};

		assert_in_range(size, 0, THINGS - 1);
		assert_int_equal(reply.problem, expected_of(size));
		if (reply.problem != PROBLEM_NONE)
			continue;
		assert_true(json_from_wire(&json, reply.output, reply.output_size));
		buffer_append(&json, "", 1);
		assert_non_null(strstr((const char *)json.data,
			arena_printf(scratch_arena(),
				"\"name\":\"thing %d\",\"size\":%d}", size,
				parts_of(size) / size)));
	}
}

/* Whether the last statement of any of the service's connections was for many. */
static bool
was_for_many(void)
{
	return atoi(scratch_value(
		       "SELECT count(*) FROM pg_stat_activity"
		       " WHERE datname = current_database() AND usename = 'kith_content'"
		       " AND query LIKE '%%WITH ORDINALITY%%'")) > 0;
}

TEST(gives_each_reader_its_rows)
{
	fill();
	for (int i = 0; i < 20; i++) {
		ask_for(1, THINGS, 5000);
		assert_own_answers(THINGS - 1);
	}
	assert_true(was_for_many());
}

TEST(asks_for_one_as_for_one)
{
	fill();
	for (int size = 1; size < 10; size++) {
		ask_for(size, size + 1, 5000);
		assert_own_answers(1);
	}
	assert_false(was_for_many());
}

TEST(refuses_one_and_no_other)
{
	fill();
	for (int i = 0; i < 20; i++) {
		ask_for(0, 12, 5000);
		assert_own_answers(12);
	}
}

TEST(reads_on_when_its_connections_are_cut)
{
	fill();
	for (int i = 0; i < 10; i++) {
		ask_for(0, THINGS, 5000);
		cut_connections();
		assert_own_answers(THINGS);
	}
}

TEST(prepares_anew_what_a_migration_has_changed)
{
	fill();
	for (int i = 0; i < 6; i++) {
		ask_for(1, THINGS, 5000);
		assert_own_answers(THINGS - 1);
		scratch_sql("ALTER TABLE things ALTER COLUMN name TYPE %s",
			i % 2 == 0 ? "varchar(50)" : "text");
	}
}

/* Some have less time than others with whom they leave. */
TEST(ends_those_that_take_too_long_and_no_others)
{
	int late = 0;

	fill();
	ask_for(1, 10, 5000);
	assert_own_answers(9);
	scratch_sql("BEGIN; LOCK TABLE things IN ACCESS EXCLUSIVE MODE");
	ask_for(1, 10, 5000);
	ask_for(10, 15, 100);
	for (; late < 5; late++) {
		struct message_reply reply;
		const int size = (int)(sp_client_reply(fd, &reply) - first);

		assert_in_range(size, 10, 14);
		assert_int_equal(reply.problem, PROBLEM_TIMEOUT);
	}
	scratch_sql("COMMIT");
	first = asked + 1 - 15;
	assert_own_answers(9);
}

/* Asks for things [from, to), each in a turn of its own. */
static void
ask_one_by_one(int from, int to, int64_t deadline_ms)
{
	for (int size = from; size < to; size++) {
		ask_for(size, size + 1, deadline_ms);
		usleep(10000);
	}
}

/* Has things from 1 on keep all shared connections busy until COMMIT; answers which is the next. */
static int
keep_busy(void)
{
	int size = 1;

	scratch_sql("BEGIN; LOCK TABLE things IN ACCESS EXCLUSIVE MODE");
	while (atoi(scratch_value("SELECT count(*) FROM " WAITED_FOR)) < SHARED) {
		assert_in_range(size, 1, 9);
		ask_one_by_one(size, size + 1, 5000);
		size++;
	}
	return size;
}

/* How many of these connections are still there. */
static int
count_connections(const char *pids)
{
	return atoi(scratch_value(
		"SELECT count(*) FROM pg_stat_activity WHERE pid IN (%s)", pids));
}

/* Asks for something that wants no company and takes a while. */
static void
ask_for_doze(void)
{
	struct buffer bytes = {.arena = scratch_arena()};

	sp_client_frame(&bytes, ++asked, "thing_doze", 5000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(10000); /* in a turn of its own */
}

TEST(waits_for_company_while_its_connections_are_busy)
{
	fill();
	ask_one_by_one(keep_busy(), 20, 5000);
	scratch_sql("COMMIT");
	assert_own_answers(19);
	assert_true(was_for_many());
}

TEST(ends_who_waits_too_long_for_company_and_no_connection)
{
	const char *busy;

	fill();
	ask_one_by_one(keep_busy(), 15, 5000);
	busy = scratch_value("SELECT string_agg(pid::text, ',') FROM " WAITED_FOR);
	ask_one_by_one(15, 20, 100);
	for (int i = 0; i < 5; i++) {
		struct message_reply reply;
		const int size = (int)(sp_client_reply(fd, &reply) - first);

		assert_in_range(size, 15, 19);
		assert_int_equal(reply.problem, PROBLEM_TIMEOUT);
	}
	scratch_sql("COMMIT");
	assert_own_answers(14);
	assert_int_equal(count_connections(busy), SHARED);
}

/* Each of these is answered with a Sync of its own, and another one is asked for then. */
TEST(is_not_overtaken_without_end_by_what_wants_no_company)
{
	const int under_way = 2 * SHARED;
	struct message_reply reply;
	int answered = 0;
	uint32_t parts;

	fill();
	for (int i = 0; i < under_way; i++)
		ask_for_doze();
	ask_for(1, 2, 5000);
	parts = asked;
	while (sp_client_reply(fd, &reply) != parts) {
		answered++;
		assert_in_range(answered, 1, 3 * under_way);
		ask_for_doze();
	}
	assert_int_equal(reply.problem, PROBLEM_NONE);
	for (int i = 0; i < under_way; i++)
		assert_true(sp_client_reply(fd, &reply) != 0);
}

TEST(writes_keys_as_columns_and_leaves_other_parameters)
{
	char *many = statement_for_many("SELECT $1, '$1', $2, $10 LIMIT $3", 2);

	assert_string_equal(many,
		"SELECT q.*, k.reader FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY"
		" AS k (p1, p2, reader) CROSS JOIN LATERAL"
		" (SELECT k.p1, '$1', k.p2, $10 LIMIT $3) q ORDER BY k.reader");
	free(many);
}

const struct test_scene test_scene = {.before = start, .after = stop};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	return test_main();
}
