/*
 * service_silence_test.c - a database that does not answer: no call waits beyond its
 * deadline, and calls succeed when the database answers again.
 */
#include <libpq-fe.h>

#include "tests/support/test.h"
#include "tests/unit/gateway/bus/stream_scene.h"
#include "tests/unit/service/gate.h"

/* The overrun of a deadline that is allowed, with a margin for a slow machine. */
#define BEYOND_MS 1500

static struct gate *gate;
static char *url;
static uint32_t asked;

static void
start_behind_gate(void)
{
	scratch_open(NULL);
	url = arena_printf(scratch_arena(), "%s", getenv("KITH_DATABASE_URL"));
	gate = gate_new();
	asked = 0;
	start();
	service_client_stop(service, SIGKILL);
	setenv("KITH_WORKERS", "6", 1);
	service = service_client_start(directory);
}

static void
stop_behind_gate(void)
{
	stop();
	gate_free(gate, url);
}

/* Connects as soon as the service listens again. */
static int
dial(void)
{
	int fd = -1;

	for (int i = 0; i < 300 && (fd = sp_client_open(directory)) < 0; i++)
		usleep(10000);
	assert_true(fd >= 0);
	return fd;
}

static void
ask(int fd, const char *op, int64_t deadline_ms)
{
	struct buffer bytes = {.arena = scratch_arena()};
	/* A list without a filter shares connections. */
	const char *input = strcmp(op, "thing_list") == 0 ? "{}" : JSON({"name": "a"});

	sp_client_frame_with(&bytes, ++asked, op, input, deadline_ms);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
}

/* Reads answers that must all be problems, in time. */
static void
assert_given_up(int fd, int count, int64_t deadline_ms)
{
	int64_t begin_ms = clock_monotonic_ms();
	struct message_reply reply;

	for (int i = 0; i < count; i++) {
		assert_true(sp_client_reply(fd, &reply) > 0);
		assert_true(reply.problem == PROBLEM_TIMEOUT ||
			reply.problem == PROBLEM_SERVICE_UNAVAILABLE);
	}
	assert_true(clock_monotonic_ms() - begin_ms < deadline_ms + BEYOND_MS);
}

/* Whether a call succeeds, with one retry or so. */
static void
assert_recovers(int fd, const char *op)
{
	struct message_reply reply = {.problem = PROBLEM_TIMEOUT};

	for (int i = 0; i < 80 && reply.problem != PROBLEM_NONE; i++) {
		usleep(i == 0 ? 0 : 100000);
		ask(fd, op, 4000);
		assert_true(sp_client_reply(fd, &reply) > 0);
	}
	assert_int_equal(reply.problem, PROBLEM_NONE);
}

TEST(nobody_waits_for_long_until_a_connection_is_opened)
{
	int fd = dial();

	atomic_store(&gate->shut, true);
	/* The first call has a late deadline; the others have early ones. */
	ask(fd, "thing_wait", 60000);
	usleep(100000);
	for (int i = 0; i < 3; i++)
		ask(fd, "thing_wait", 200);
	for (int i = 0; i < 8; i++)
		ask(fd, "thing_list", 200);
	assert_given_up(fd, 11, 200);
	atomic_store(&gate->shut, false);
	close(fd);
	fd = dial();
	assert_recovers(fd, "thing_list");
	assert_recovers(fd, "thing_create");
	close(fd);
	assert_ends_well(3000);
}

TEST(nobody_waits_for_long_for_an_answer)
{
	int fd = dial();

	assert_recovers(fd, "thing_list");
	assert_recovers(fd, "thing_create");
	assert_recovers(fd, "thing_array");
	for (int round = 0; round < 2; round++) {
		atomic_store(&gate->shut, true);
		usleep(20000);
		for (int i = 0; i < 8; i++)
			ask(fd, i % 2 == 0 ? "thing_list" : "thing_array", 200);
		assert_given_up(fd, 8, 200);
		atomic_store(&gate->shut, false);
		assert_recovers(fd, "thing_list");
		assert_recovers(fd, "thing_array");
	}
	close(fd);
	assert_ends_well(3000);
}

const struct test_scene test_scene = {.close = remove_directory,
	.before = start_behind_gate,
	.after = stop_behind_gate};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	return test_main();
}
