/*
 * service_seats_test.c - which peers may stay connected to a service, over ipc and over
 * tcp. A peer that has not proved that it knows the key gives way to others. A peer with
 * a wrong key is disconnected.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>

#include "common/base/clock.h"
#include "common/service/service.h"
#include "common/sp_server/sp_server.h"
#include "tests/support/test.h"
#include "tests/support/things.h"
#include "tests/unit/base/capture.h"
#include "tests/unit/service/sp_client.h"

static char folder[40], directory[64];
static pid_t service;

static void
start(void)
{
	scratch_open(NULL);
	scratch_sql("DROP TABLE IF EXISTS things");
	things_create_table();
	snprintf(folder, sizeof(folder), "/tmp/kith-seats-%d", (int)getpid());
	snprintf(directory, sizeof(directory), "%s/bus", folder);
	mkdir(folder, 0700);
	setenv("KITH_WORKERS", "2", 1);
	service = service_client_start(directory);
	service_client_close(service_client_dial(directory)); /* it listens */
	usleep(50000);
}

static void
stop(void)
{
	char path[96];

	if (service > 0)
		service_client_stop(service, SIGKILL);
	unsetenv("KITH_WORKERS");
	snprintf(path, sizeof(path), "%s/content.ipc", directory);
	unlink(path);
	rmdir(directory);
	rmdir(folder);
}

static bool
is_served(int fd)
{
	static uint32_t asked; /* the same id again would be a replay */
	struct message_reply reply;

	return sp_client_call(fd, ++asked, MESSAGE_PING) &&
		sp_client_reply(fd, &reply) == asked;
}

/* A peer that has proved that it knows the key; -1 when it is not accepted. */
static int
open_trusted(void)
{
	int fd = sp_client_open(directory);

	if (fd < 0 || is_served(fd))
		return fd;
	close(fd);
	return -1;
}

/* Whether the service has closed the connection by now. */
static bool
has_hung_up(int fd)
{
	struct pollfd look = {.fd = fd, .events = POLLIN};

	return poll(&look, 1, 0) == 1 && sp_client_is_cut_off(fd);
}

static void
close_all(const int *fds, size_t count)
{
	for (size_t i = 0; i < count; i++)
		close(fds[i]);
}

TEST(the_oldest_stranger_gives_way)
{
	int strangers[SP_SERVER_PEERS_MAX], gateway;

	for (size_t i = 0; i < COUNT_OF(strangers); i++) {
		strangers[i] = sp_client_open(directory);
		assert_true(strangers[i] >= 0);
		if (i == 0)
			usleep(5000); /* it is the oldest by the clock */
	}
	gateway = open_trusted();
	assert_true(gateway >= 0);
	assert_true(has_hung_up(strangers[0]));
	for (size_t i = 1; i < COUNT_OF(strangers); i++)
		assert_false(has_hung_up(strangers[i]));
	assert_true(is_served(strangers[1]));
	close(gateway);
	close_all(strangers, COUNT_OF(strangers));
}

TEST(a_flood_of_strangers_harms_nobody_who_is_trusted)
{
	int trusted[8], flood[SP_SERVER_PEERS_MAX];

	for (size_t i = 0; i < COUNT_OF(trusted); i++) {
		trusted[i] = open_trusted();
		assert_true(trusted[i] >= 0);
	}
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < COUNT_OF(flood); i++)
			flood[i] = sp_client_open(directory);
		for (size_t i = 0; i < COUNT_OF(trusted); i++)
			assert_true(is_served(trusted[i]));
		close(trusted[0]);
		trusted[0] = open_trusted();
		assert_true(trusted[0] >= 0);
		close_all(flood, COUNT_OF(flood));
	}
	close_all(trusted, COUNT_OF(trusted));
}

TEST(refuses_more_connections_than_it_has_places_for)
{
	int fds[SP_SERVER_PEERS_MAX];

	for (size_t i = 0; i < COUNT_OF(fds); i++) {
		fds[i] = open_trusted();
		assert_true(fds[i] >= 0);
	}
	assert_int_equal(open_trusted(), -1);
	for (size_t i = 0; i < COUNT_OF(fds); i++)
		assert_true(is_served(fds[i]));
	close(fds[0]);
	assert_soon((fds[0] = open_trusted()) >= 0);
	close_all(fds, COUNT_OF(fds));
}

TEST(what_was_overheard_earns_no_place)
{
	struct buffer overheard = {.arena = scratch_arena()};
	int fds[SP_SERVER_PEERS_MAX - 2], gateway = sp_client_open(directory), spy, late;
	struct message_reply reply;

	sp_client_frame(&overheard, 1, MESSAGE_PING, 60000);
	assert_true(sp_client_send(gateway, overheard.data, overheard.size));
	assert_int_equal(sp_client_reply(gateway, &reply), 1);
	spy = sp_client_open(directory);
	assert_true(sp_client_send(spy, overheard.data, overheard.size));
	assert_int_equal(sp_client_reply(spy, &reply), 1);
	for (size_t i = 0; i < COUNT_OF(fds); i++) {
		fds[i] = open_trusted();
		assert_true(fds[i] >= 0);
	}
	late = open_trusted();
	assert_true(late >= 0);
	assert_true(has_hung_up(spy));
	assert_true(is_served(gateway));
	close(gateway);
	close(spy);
	close(late);
	close_all(fds, COUNT_OF(fds));
}

/* Expects that this frame, with a valid one behind it, ends the connection. */
static void
assert_ends_by(const void *frame, size_t size)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = open_trusted(), other = open_trusted();
	struct message_reply reply;
	int64_t begin_ms = clock_monotonic_ms();

	assert_true(fd >= 0);
	sp_client_wrap(&bytes, 7, frame, size);
	sp_client_frame(&bytes, 8, MESSAGE_PING, 5000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_int_equal(sp_client_reply(fd, &reply), 0);
	assert_true(sp_client_is_cut_off(fd));
	assert_true(clock_monotonic_ms() - begin_ms < 2000);
	assert_true(is_served(other));
	close(fd);
	close(other);
}

TEST(the_first_forged_frame_ends_a_connection)
{
	/* Each is handled by another part of the service. */
	static const char *const ways[] = {MESSAGE_PING, "thing_slow", "thing_unknown"};

	for (size_t i = 0; i < COUNT_OF(ways); i++) {
		struct buffer frame = service_client_frame(ways[i], "{}", 5000);

		frame.data[0] ^= 1;
		assert_ends_by(frame.data, frame.size);
	}
	assert_ends_by("short", 5);
	assert_ends_by("", 0);
}

TEST(nothing_is_looked_at_behind_a_forged_frame)
{
	struct buffer frame = service_client_frame(MESSAGE_PING, "{}", 5000);
	struct buffer bytes = {.arena = scratch_arena()};
	struct capture capture = capture_begin();
	const char *found;
	char *said;
	int fd, lines = 0;

	service_client_stop(service, SIGKILL);
	service = service_client_start(directory);
	service_client_close(service_client_dial(directory));
	frame.data[0] ^= 1;
	for (uint32_t id = 1; id <= 50; id++)
		sp_client_wrap(&bytes, id, frame.data, frame.size);
	fd = open_trusted();
	sp_client_send(fd, bytes.data, bytes.size);
	sp_client_is_cut_off(fd);
	close(fd);
	service_client_stop(service, SIGTERM);
	service = -1;
	said = capture_end(&capture);
	for (found = said; (found = strstr(found, "forged_frame")) != NULL; found++)
		lines++;
	free(said);
	assert_int_equal(lines, 1);
}

TEST(a_forged_call_for_the_database_ends_a_connection)
{
	struct buffer frame = service_client_frame("thing_list", "{}", 5000);
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = open_trusted();

	frame.data[0] ^= 1;
	sp_client_wrap(&bytes, 7, frame.data, frame.size);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_true(sp_client_is_cut_off(fd));
	close(fd);
}

TEST(a_frame_for_another_service_ends_a_connection)
{
	struct buffer frame;

	service_client_keys(NULL, SERVICE_ORGS);
	frame = service_client_frame(MESSAGE_PING, "{}", 5000);
	service_client_keys(NULL, SERVICE_CONTENT);
	assert_ends_by(frame.data, frame.size);
}

const struct test_scene test_scene = {.before = start, .after = stop};

int
main(int argc, char **argv)
{
	char address[64];
	int failed;

	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	failed = test_run("seats over ipc", &test_scene);
	sp_client_port = service_client_free_port();
	snprintf(address, sizeof(address), "tcp://127.0.0.1:%u", sp_client_port);
	service_client_listen_at(address);
	return failed + test_run("seats over tcp", &test_scene);
}
