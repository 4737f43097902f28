/*
 * service_batch_test.c - reads of one turn that are sent as one statement: each gets its
 * own rows, and the failure of one does not harm the others.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/json/json.h"
#include "tests/support/test.h"
#include "tests/unit/service/reads_scene.h"

#define THINGS 70

static uint32_t first; /* the request for the thing of size 0 */

/* Inserts a thing of each size, which is also the last byte of its id. Size 60 has one
 * row, size 62 has none, and size 0 fails by a division. */
static void
fill(void)
{
	for (int size = 0; size < THINGS; size++) {
		scratch_sql("INSERT INTO things VALUES ('%s', 'thing %d', %d)",
			scratch_uuid_text((unsigned)size), size, size);
	}
}

/* Requests the things [from, to), all in one write. */
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

/* The expected result for a thing of this size. */
static enum problem
expected_of(int size)
{
	if (size == 0)
		return PROBLEM_INTERNAL_ERROR;
	return size <= atoi(THING_PARTS_SIZE) ? PROBLEM_NONE : PROBLEM_POST_NOT_FOUND;
}

/* Reads so many answers; each must be that of its own thing. */
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
				atoi(THING_PARTS_SIZE) / size)));
	}
}

/* Whether the last statement of one of the service's connections was a batch. */
static bool
was_batch(void)
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
	assert_true(was_batch());
}

TEST(sends_a_single_read_as_it_is_written)
{
	fill();
	for (int size = 1; size < 10; size++) {
		ask_for(size, size + 1, 5000);
		assert_own_answers(1);
	}
	assert_false(was_batch());
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

/* Members of one batch have different deadlines. */
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

/* Requests a read that takes a while and joins no batch. */
static void
ask_for_doze(void)
{
	struct buffer bytes = {.arena = scratch_arena()};

	sp_client_frame(&bytes, ++asked, "thing_doze", 5000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(2000); /* so that it has a turn and a Sync of its own */
}

/* Other reads keep all connections busy: each is replaced by another when it is
 * answered. */
TEST(is_not_starved_by_a_stream_of_other_reads)
{
	const int under_way = 4 * SHARED;
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

TEST(writes_parameters_as_columns_of_arrays)
{
	static char *batch;
	const struct statement statement = {
		.sql = "SELECT $1, '$1', $2 LIMIT 1", .batch = &batch};

	assert_string_equal(statement_batch(&statement),
		"SELECT q.*, b.member FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY"
		" AS b (p1, p2, member) CROSS JOIN LATERAL"
		" (SELECT b.p1, '$1', b.p2 LIMIT 1) q ORDER BY b.member");
	assert_ptr_equal(statement_batch(&statement), batch);
	free(batch);
}

const struct test_scene test_scene = {.before = start, .after = stop};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	return test_main();
}
