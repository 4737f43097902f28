/*
 * service_test.c - a service process and an ordinary libnng client: over ipc, over tcp,
 * and with libnng on the service's side, as the reference.
 */
#include <sys/stat.h>

#include "common/base/clock.h"
#include "common/wire/wire.h"
#include "tests/support/test.h"
#include "tests/unit/service/service_scene.h"

/* For every transport. */
const struct test_scene test_scene = {.before = start, .after = stop};

/* For sockets in the file system. */
static const struct test_scene of_files = {
	.close = remove_directory, .before = start, .after = stop};

/* The string of {"status": …}. */
static const char *
status_of(const struct message_reply *reply)
{
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	struct wire_value value;

	wire_next(&reader);
	wire_next(&reader);
	value = wire_next(&reader);
	return arena_copy(scratch_arena(), value.data, value.size);
}

/* Pings are answered from the start, and soon report that the service is ready. */
TEST(answers_a_ping)
{
	struct message_reply reply;
	const char *status = "starting";

	for (int i = 0; i < 100 && strcmp(status, "starting") == 0; i++) {
		assert_true(service_client_call(client, MESSAGE_PING, "{}", &reply));
		assert_int_equal(reply.problem, PROBLEM_NONE);
		status = status_of(&reply);
		usleep(20000);
	}
	assert_string_equal(status, "ok");
}

TEST(carries_out_a_call)
{
	struct message_reply reply;

	assert_true(
		service_client_call(client, "thing_create", JSON({"name": "a"}), &reply));
	assert_int_equal(reply.problem, PROBLEM_NONE);
	assert_string_equal(scratch_value("SELECT name FROM things"), "a");
	assert_true(
		service_client_call(client, "thing_create", JSON({"name": ""}), &reply));
	assert_int_equal(reply.problem, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(reply.faults->pointer, "#/name");
}

TEST(counts_its_calls)
{
	struct message_reply reply;
	struct wire_reader reader;
	struct wire_value text;
	const char *metrics;
	int64_t end_ms = clock_monotonic_ms() + 5000;

	service_client_call(client, "thing_create", JSON({"name": "a"}), &reply);
	service_client_call(client, "thing_create", JSON({"name": ""}), &reply);
	do { /* they are counted after the answer */
		assert_true(clock_monotonic_ms() < end_ms);
		assert_true(service_client_call(client, MESSAGE_METRICS, "{}", &reply));
		reader = wire_read(reply.output, reply.output_size);
		text = wire_next(&reader);
		metrics = arena_copy(scratch_arena(), text.data, text.size);
	} while (strstr(metrics,
			 "kith_calls_total{service=\"content\",op=\"thing_create\"}"
			 " 2\n") == NULL);
	assert_non_null(strstr(metrics,
		"kith_call_problems_total{service=\"content\",op=\"thing_create\","
		"problem=\"validation_failed\"} 1\n"));
	assert_non_null(strstr(metrics,
		"kith_call_seconds_bucket{service=\"content\",op=\"thing_create\","
		"le=\"+Inf\"} 2\n"));
	assert_non_null(strstr(
		metrics, "kith_workers_busy{service=\"content\",lane=\"alone\"} 0\n"));
	assert_non_null(strstr(metrics, "kith_workers_cut_off{service=\"content\"} 0\n"));
	assert_null(
		strstr(metrics, "kith_process_memory_bytes{service=\"content\"} 0\n"));
	assert_non_null(strstr(metrics, "# TYPE kith_calls_total counter\n"));
}

TEST(does_not_know_the_operations_of_others)
{
	struct message_reply reply;

	assert_true(service_client_call(client, "thing_unknown", "{}", &reply));
	assert_int_equal(reply.problem, PROBLEM_INTERNAL_ERROR);
}

/* Expects that a frame gets no answer while others are served. */
static void
assert_silence(const void *frame, size_t size)
{
	nng_socket other = service_client_dial(directory);
	struct message_reply reply;

	nng_socket_set_ms(other, NNG_OPT_RECVTIMEO, 300);
	assert_false(service_client_exchange(other, frame, size, &reply));
	service_client_close(other);
	assert_true(service_client_call(client, MESSAGE_PING, "{}", &reply));
}

TEST(is_silent_about_forged_truncated_and_empty_frames)
{
	struct buffer frame =
		service_client_frame("thing_create", JSON({"name": "a"}), 5000);

	frame.data[frame.size - 1] ^= 1;
	assert_silence(frame.data, frame.size);
	frame.data[frame.size - 1] ^= 1;
	assert_silence(frame.data, frame.size - 1);
	assert_silence(frame.data, FRAME_HEADER_SIZE);
	assert_silence("", 0);
	assert_string_equal(scratch_value("SELECT count(*) FROM things"), "0");
}

/* The service does not answer a caller whose frames are for another service. */
TEST(is_silent_about_frames_for_another_service)
{
	struct buffer frame;

	service_client_keys(NULL, SERVICE_ORGS);
	frame = service_client_frame("thing_create", JSON({"name": "a"}), 5000);
	service_client_keys(NULL, SERVICE_CONTENT);
	assert_silence(frame.data, frame.size);
	assert_string_equal(scratch_value("SELECT count(*) FROM things"), "0");
}

/* The keys of orgs with the title and the purposes of content. */
static const char *
disguised_keys(void)
{
	char *orgs = secret_key_file(scratch_arena(), SERVICE_ORGS);
	const char *first = strchr(orgs, '\n') + 1;
	const char *second = strchr(first, '\n') + 1;

	return arena_printf(scratch_arena(),
		"kith-keys 1 content\n%.*s service content\n%.*s bus content\n",
		(int)strcspn(first, " "), first, (int)strcspn(second, " "), second);
}

TEST(gets_no_calls_with_the_keys_of_another_service)
{
	struct message_reply reply;

	service_client_close(client);
	service_client_stop(service, SIGKILL);
	service_client_keys(disguised_keys(), SERVICE_CONTENT);
	service = service_client_start(directory);
	client = service_client_dial(directory);
	nng_socket_set_ms(client, NNG_OPT_RECVTIMEO, 300);
	assert_false(service_client_call(client, MESSAGE_PING, "{}", &reply));
	assert_false(
		service_client_call(client, "thing_create", JSON({"name": "a"}), &reply));
	/* A client with the true key accepts no reply of this service. */
	service_client_keys(NULL, SERVICE_ORGS);
	assert_true(service_client_call(client, MESSAGE_PING, "{}", &reply));
	/* The database identifies it by its password. */
	assert_true(service_client_call(client, "thing_list", "{}", &reply));
	assert_int_equal(reply.problem, PROBLEM_SERVICE_UNAVAILABLE);
	service_client_keys(NULL, SERVICE_CONTENT);
	assert_string_equal(scratch_value("SELECT count(*) FROM things"), "0");
}

TEST(does_not_start_with_a_key_file_that_is_not_its_own)
{
	service_client_close(client);
	service_client_stop(service, SIGKILL);
	service_client_keys(
		secret_key_file(scratch_arena(), SERVICE_ORGS), SERVICE_CONTENT);
	assert_int_equal(service_client_stop(service_client_start(directory), 0), 1);
	service_client_keys("the instance's secret, of 32 bytes", SERVICE_CONTENT);
	assert_int_equal(service_client_stop(service_client_start(directory), 0), 1);
	service_client_keys(NULL, SERVICE_CONTENT);
	service = service_client_start(directory);
	client = service_client_dial(directory);
}

TEST(carries_out_a_frame_once)
{
	struct buffer frame =
		service_client_frame("thing_create", JSON({"name": "a"}), 5000);
	struct message_reply reply;

	assert_true(service_client_exchange(client, frame.data, frame.size, &reply));
	assert_int_equal(reply.problem, PROBLEM_NONE);
	scratch_sql("DELETE FROM things");
	assert_silence(frame.data, frame.size);
	assert_string_equal(scratch_value("SELECT count(*) FROM things"), "0");
}

TEST(drops_a_call_whose_deadline_has_passed)
{
	struct buffer frame =
		service_client_frame("thing_create", JSON({"name": "a"}), -1);

	assert_silence(frame.data, frame.size);
	assert_string_equal(scratch_value("SELECT count(*) FROM things"), "0");
}

TEST(survives_a_frame_that_is_too_large)
{
	size_t size = MESSAGE_BYTES_MAX + FRAME_HEADER_SIZE + 1;
	const void *frame = arena_alloc(scratch_arena(), size);

	assert_silence(frame, size);
}

TEST(answers_an_internal_error_in_the_place_of_too_large_an_answer)
{
	struct message_reply reply;

	assert_true(service_client_call(client, "thing_huge", "{}", &reply));
	assert_int_equal(reply.problem, PROBLEM_INTERNAL_ERROR);
}

/* A service without calls in flight waits for less than this (DRAIN_MIN_MS). */
#define LONGER_THAN_A_DRAIN_US 900000

/* Begins slow calls, which do not end until the lock is released. */
static void
hold_slow_work(void)
{
	scratch_sql("SELECT pg_advisory_lock(" THING_SLOW_LOCK ")");
}

static void
let_slow_work_end(void)
{
	scratch_sql("SELECT pg_advisory_unlock_all()");
}

/* Waits until one is in flight. */
static void
await_slow_work(void)
{
	int64_t end_ms = clock_monotonic_ms() + 10000;

	while (strcmp(scratch_value(
			      "SELECT count(*) FROM pg_locks JOIN pg_database d"
			      " ON d.oid = database WHERE NOT granted"
			      " AND datname = current_database()"
			      " AND locktype = 'advisory' AND objid = " THING_SLOW_LOCK),
		       "0") == 0) {
		assert_true(clock_monotonic_ms() < end_ms);
		usleep(5000);
	}
}

TEST(reads_on_while_slow_work_is_done)
{
	nng_socket others[4];
	struct buffer frame;
	struct message_reply reply;

	hold_slow_work();
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		others[i] = service_client_dial(directory);
		nng_socket_set_ms(others[i], NNG_OPT_RECVTIMEO, 10000);
		frame = service_client_frame("thing_slow", "{}", 8000);
		assert_int_equal(nng_send(others[i], frame.data, frame.size, 0), 0);
	}
	await_slow_work();
	for (int i = 0; i < 20; i++)
		assert_true(service_client_call(client, "thing_list", "{}", &reply));
	await_slow_work();
	let_slow_work_end();
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		char answer[256];
		size_t size = sizeof(answer);

		assert_int_equal(nng_recv(others[i], answer, &size, 0), 0);
		service_client_close(others[i]);
	}
}

/* Waits until the service reports that it drains. */
static void
await_draining(void)
{
	int64_t end_ms = clock_monotonic_ms() + 5000;
	struct message_reply reply;

	do {
		assert_true(clock_monotonic_ms() < end_ms);
		assert_true(service_client_call(client, MESSAGE_PING, "{}", &reply));
	} while (strcmp(status_of(&reply), "draining") != 0);
}

TEST(finishes_what_it_began_and_says_that_it_goes)
{
	nng_socket other = service_client_dial(directory);
	struct buffer frame = service_client_frame("thing_slow", "{}", 8000);
	struct message_reply reply;
	char answer[256];
	size_t size = sizeof(answer);

	hold_slow_work();
	assert_int_equal(nng_send(other, frame.data, frame.size, 0), 0);
	await_slow_work();
	kill(service, SIGTERM);
	await_draining();
	assert_true(service_client_call(client, "thing_list", "{}", &reply));
	usleep(LONGER_THAN_A_DRAIN_US);
	let_slow_work_end();
	assert_int_equal(nng_recv(other, answer, &size, 0), 0);
	service_client_close(other);
	assert_int_equal(service_client_stop(service, 0), 0);
	service = -1;
}

TEST_IN(of_files, keeps_its_socket_to_itself)
{
	struct stat status;
	char path[96];

	snprintf(path, sizeof(path), "%s/content.ipc", directory);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	assert_int_equal(stat(directory, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0700);
}

TEST(takes_the_place_of_a_service_that_was_killed)
{
	struct message_reply reply;

	service_client_close(client);
	service_client_stop(service, SIGKILL);
	service = service_client_start(directory);
	client = service_client_dial(directory);
	assert_true(service_client_call(client, MESSAGE_PING, "{}", &reply));
}

TEST(refuses_an_address_that_another_listens_on)
{
	struct message_reply reply;

	assert_int_equal(service_client_stop(service_client_start(directory), 0), 1);
	assert_true(service_client_call(client, MESSAGE_PING, "{}", &reply));
}

TEST(starts_before_its_database)
{
	struct message_reply reply;

	service_client_close(client);
	service_client_stop(service, SIGKILL);
	setenv("KITH_DATABASE_URL",
		"postgresql:///nowhere?host=/tmp/kith-no-such-directory", 1);
	service = service_client_start(directory);
	setenv("KITH_DATABASE_URL", scratch_url(), 1);
	client = service_client_dial(directory);
	assert_true(service_client_call(client, "thing_list", "{}", &reply));
	assert_int_equal(reply.problem, PROBLEM_SERVICE_UNAVAILABLE);
	assert_int_equal(reply.retry_after_s, 1);
}

/* Runs the tests for every transport, and those for sockets in the file system. */
static int
run_ipc(const char *name)
{
	return test_run(name, &test_scene) + test_run(name, &of_files);
}

int
main(int argc, char **argv)
{
	char tcp[64];
	int failed;

	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	failed = run_ipc("service over ipc");
	setenv("KITH_BUS_TRANSPORT", "nng", 1);
	failed += run_ipc("service of libnng");
	unsetenv("KITH_BUS_TRANSPORT");
	snprintf(tcp, sizeof(tcp), "tcp://127.0.0.1:%u", service_client_free_port());
	service_client_listen_at(tcp);
	failed += test_run("service over tcp", &test_scene);
	rmdir(directory);
	*strrchr(directory, '/') = '\0';
	rmdir(directory);
	return failed;
}
