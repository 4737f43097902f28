/*
 * bus_chaos_test.c - three replicas under load: one is killed, one is stopped and
 * continued, one is drained, one is added.
 *
 * Each executed write appends a line to a ledger that all replicas share. Afterwards the
 * test knows what was executed, how often, and whether the bus reported it correctly.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "tests/support/test.h"
#include "tests/unit/gateway/bus/bus_client.h"

#define REPLICAS 3
#define OUTSTANDING 48
#define WRITES_MAX 400000
#define CALL_MS 4000

/* The pause between two calls of a caller, for a steady load below saturation. */
#define PAUSE_MS 2

static char *folder;
static char ledger[64], urls[REPLICAS][64];
static pid_t replicas[REPLICAS];
static struct bus_client client;
static bool stopping;
static int64_t watched_pid, watched_since_ms, watched_took_ms;

/* The outcomes of the writes, by number. */
static struct {
	uint8_t outcome; /* enum bus_outcome + 1 */
	uint8_t executed;
} writes[WRITES_MAX];
static size_t write_count;

static struct {
	size_t answered, failed[BUS_EXPIRED + 1];
	int64_t slowest_ms;
} reads;

/* Makes one call after another. */
struct caller {
	size_t number; /* of its calls so far */
	bool writes;
	size_t write;
	int64_t since_ms;
	bool busy;
};

static struct caller callers[OUTSTANDING];

static void next_call(void *data);

/* The process that answered. */
static int64_t
answering_pid(const struct bus_result *result)
{
	struct message_reply reply;
	struct wire_reader reader;
	struct wire_value pid;

	assert_true(
		message_decode_reply(client.arena, result->body, result->size, &reply));
	reader = wire_read(reply.output, reply.output_size);
	wire_next(&reader); /* the map */
	wire_next(&reader); /* "pid" */
	pid = wire_next(&reader);
	assert_int_equal(pid.type, WIRE_INTEGER);
	arena_reset(client.arena);
	return pid.integer;
}

/* Notes the outcome of a call, and plans the next. */
static void
over(void *data, const struct bus_result *result)
{
	struct caller *caller = data;
	const int64_t now_ms = clock_monotonic_ms();

	caller->busy = false;
	if (result->outcome == BUS_ANSWERED && answering_pid(result) == watched_pid) {
		watched_took_ms = now_ms - watched_since_ms;
		watched_pid = 0;
	}
	if (caller->writes) {
		writes[caller->write].outcome = (uint8_t)(result->outcome + 1);
	} else if (result->outcome == BUS_ANSWERED) {
		const int64_t took_ms = now_ms - caller->since_ms;

		reads.answered++;
		if (took_ms > reads.slowest_ms)
			reads.slowest_ms = took_ms;
	} else {
		reads.failed[result->outcome]++;
	}
	if (!stopping)
		loop_after(client.loop, PAUSE_MS, next_call, caller);
}

/* Begins a caller's next call: every third is a write. */
static void
next_call(void *data)
{
	struct caller *caller = data;
	char id[32] = "r";
	struct buffer body;

	if (stopping)
		return;
	caller->writes = caller->number++ % 3 == 0 && write_count < WRITES_MAX;
	if (caller->writes) {
		caller->write = write_count++;
		snprintf(id, sizeof(id), "w%zu", caller->write);
	}
	body = bus_client_body(client.arena, caller->writes ? "write" : "read", id, 40);
	caller->since_ms = clock_monotonic_ms();
	caller->busy = true;
	bus_call(client.bus, SERVICE_CONTENT, body.data, body.size,
		caller->since_ms + CALL_MS, !caller->writes, over, caller);
	arena_reset(client.arena);
}

static void
load_for(int64_t ms)
{
	bus_client_run(&client, ms);
}

/* Starts a replica at its address and watches for its first answer. */
static void
start_replica(size_t which)
{
	replicas[which] = bus_replica_start(urls[which], ledger);
	watched_pid = replicas[which];
	watched_since_ms = clock_monotonic_ms();
	watched_took_ms = -1;
}

/* Stops new calls and waits for the outstanding ones. */
static void
finish_load(void)
{
	stopping = true;
	for (int i = 0; i < 600; i++) {
		size_t busy = 0;

		for (size_t j = 0; j < OUTSTANDING; j++)
			busy += callers[j].busy;
		if (busy == 0)
			return;
		bus_client_run(&client, 10);
	}
	fail_msg("calls are still outstanding after their deadline");
}

/* Counts the writes that the replicas executed. */
static void
read_ledger(void)
{
	char line[64];
	FILE *file = fopen(ledger, "re");

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		size_t write;

		assert_int_equal(line[0], 'w');
		write = (size_t)strtoul(line + 1, NULL, 10);
		assert_true(write < write_count);
		writes[write].executed++;
	}
	fclose(file);
}

/* Checks what must hold in every case. */
static void
check_writes(size_t *answered, size_t *unknown)
{
	*answered = 0;
	*unknown = 0;
	for (size_t i = 0; i < write_count; i++) {
		enum bus_outcome outcome;

		assert_int_not_equal(writes[i].outcome, 0);
		outcome = (enum bus_outcome)(writes[i].outcome - 1);
		assert_true(writes[i].executed <= 1);
		*answered += outcome == BUS_ANSWERED;
		*unknown += outcome == BUS_LOST || outcome == BUS_EXPIRED;
		if (outcome == BUS_ANSWERED)
			assert_int_equal(writes[i].executed, 1);
		if (outcome == BUS_UNAVAILABLE || outcome == BUS_OVERLOADED)
			assert_int_equal(writes[i].executed, 0);
	}
}

static void
set_up(void)
{
	char all[256] = "";
	size_t used = 0;

	folder = bus_client_folder();
	snprintf(ledger, sizeof(ledger), "%s/ledger", folder);
	for (size_t i = 0; i < REPLICAS; i++) {
		snprintf(urls[i], sizeof(urls[i]), "ipc://%s/%zu", folder, i);
		used += (size_t)snprintf(all + used, sizeof(all) - used, "%s%s",
			i > 0 ? "," : "", urls[i]);
		start_replica(i);
	}
	client = bus_client_new(all, (struct bus_options){.ping_interval_ms = 100});
}

static void
tear_down(void)
{
	bus_client_free(&client);
	for (size_t i = 0; i < REPLICAS; i++) {
		bus_replica_kill(replicas[i]);
		unlink(urls[i] + strlen("ipc://"));
	}
	unlink(ledger);
	rmdir(folder);
}

TEST(no_read_fails_and_no_write_runs_twice)
{
	size_t unknown_before = 0;
	int status = -1;
	size_t answered = 0;
	size_t unknown = 0;

	assert_true(bus_client_await_replicas(&client, REPLICAS));
	for (size_t i = 0; i < OUTSTANDING; i++)
		next_call(&callers[i]);
	load_for(500);

	bus_replica_kill(replicas[0]);
	replicas[0] = 0;
	load_for(700);
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), 2);
	start_replica(0);
	load_for(1200);
	assert_in_range(watched_took_ms, 0, 1000);

	kill(replicas[1], SIGSTOP);
	load_for(1000);
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), 2);
	kill(replicas[1], SIGCONT);
	load_for(800);
	assert_int_equal(bus_replicas(client.bus, SERVICE_CONTENT), 3);

	for (size_t i = 0; i < write_count; i++)
		unknown_before += writes[i].outcome == BUS_LOST + 1 ||
			writes[i].outcome == BUS_EXPIRED + 1;
	kill(replicas[2], SIGTERM);
	load_for(1800);
	assert_int_equal(waitpid(replicas[2], &status, WNOHANG), replicas[2]);
	assert_int_equal(status, 0);
	replicas[2] = 0;
	finish_load();

	read_ledger();
	check_writes(&answered, &unknown);
	print_message(
		"reads %zu, slowest %lld ms; writes %zu, answered %zu, unknown %zu; "
		"used after %lld ms\n",
		reads.answered, (long long)reads.slowest_ms, write_count, answered,
		unknown, (long long)watched_took_ms);
	for (int i = 0; i <= BUS_EXPIRED; i++)
		assert_int_equal(reads.failed[i], 0);
	assert_true(reads.answered > 1000);
	/* Only calls in flight at the killed replica may have an unknown outcome, and
	 * none after draining. */
	assert_true(unknown <= OUTSTANDING);
	assert_int_equal(unknown, unknown_before);
	assert_int_equal(answered + unknown, write_count);
	/* Reads move away from a stopped replica after two missed pings. */
	assert_true(reads.slowest_ms < 1000);
}

const struct test_scene test_scene = {.before = set_up, .after = tear_down};

int
main(int argc, char **argv)
{
	bus_replica_main(argc, argv);
	return test_main();
}
