/*
 * service_stream_test.c - a service and peers that write their bytes themselves: in pieces,
 * in heaps, and many at once.
 */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "tests/unit/gateway/bus/stream_scene.h"

static void
answers_many_frames_of_one_write(void **state)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory);

	(void)state;
	for (uint32_t id = 1; id <= 300; id++)
		sp_client_frame(
			&bytes, id, id % 7 == 0 ? MESSAGE_PING : "thing_list", 5000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, 300);
	close(fd);
	assert_ends_well(3000);
}

static void
puts_together_what_comes_byte_by_byte(void **state)
{
	struct buffer bytes = {.arena = scratch_arena()};
	uint8_t hello[SP_WIRE_HELLO_SIZE];
	int fd = sp_client_connect(directory);

	(void)state;
	sp_wire_hello(hello, SP_WIRE_REQ);
	buffer_append(&bytes, hello, sizeof(hello));
	sp_client_frame(&bytes, 1, "thing_list", 5000);
	sp_client_frame(&bytes, 2, MESSAGE_PING, 5000);
	for (size_t i = 0; i < bytes.size; i++) {
		assert_true(sp_client_send(fd, bytes.data + i, 1));
		if (i % 16 == 0)
			usleep(500);
	}
	assert_true(sp_client_read(fd, hello, sizeof(hello)));
	assert_replies(fd, 2);
	close(fd);
}

static void
takes_large_frames_among_small_ones(void **state)
{
	struct buffer bytes = {.arena = scratch_arena()};
	size_t size = MESSAGE_BYTES_MAX - 200;
	char *text = arena_alloc(scratch_arena(), size + 1);
	const char *json;
	int fd = sp_client_open(directory);

	(void)state;
	/* Nearly as large as may be. */
	memset(text, 'x', size);
	json = arena_printf(scratch_arena(), "{\"text\": \"%s\"}", text);
	sp_client_frame(&bytes, 1, "thing_list", 5000);
	for (uint32_t id = 2; id < 8; id += 2) {
		sp_client_frame_with(&bytes, id, MESSAGE_PING, json, 5000);
		sp_client_frame(&bytes, id + 1, "thing_list", 5000);
	}
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, 7);
	close(fd);
}

static void
keeps_answers_for_who_reads_late(void **state)
{
	int fd = sp_client_open(directory);
	struct buffer bytes = {.arena = scratch_arena()};

	(void)state;
	for (uint32_t id = 1; id <= 1000; id++)
		sp_client_frame(&bytes, id, MESSAGE_METRICS, 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(300000);
	assert_replies(fd, 1000);
	close(fd);
}

static void
serves_many_connections_at_once(void **state)
{
	int fds[48];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(fds); i++) {
		fds[i] = sp_client_open(directory);
		assert_true(fds[i] >= 0);
	}
	for (uint32_t id = 1; id <= 10; id++)
		for (size_t i = 0; i < COUNT_OF(fds); i++)
			assert_true(sp_client_call(fds[i], id, "thing_list"));
	for (size_t i = 0; i < COUNT_OF(fds); i++) {
		assert_replies(fds[i], 10);
		close(fds[i]);
	}
	assert_ends_well(3000);
}

static void
answers_pings_while_all_workers_wait_for_the_database(void **state)
{
	int fd = sp_client_open(directory);

	(void)state;
	for (uint32_t id = 1; id <= 6; id++)
		assert_true(sp_client_call(fd, id, "thing_wait"));
	usleep(100000);
	for (int i = 0; i < 5; i++)
		assert_served();
	/* A new gateway is let in, too. */
	close(sp_client_open(directory));
	assert_replies(fd, 6);
	close(fd);
}

static void
loses_nothing_when_more_calls_come_than_may_wait(void **state)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory);
	uint32_t count = SERVICE_CALLS_MAX * 3;

	(void)state;
	sp_client_frame(&bytes, 1, "thing_wait", 60000);
	sp_client_frame(&bytes, 2, "thing_wait", 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(100000);
	bytes.size = 0;
	for (uint32_t id = 3; id <= count; id++)
		sp_client_frame(&bytes, id, "thing_list", 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, count);
	close(fd);
	assert_ends_well(3000);
}

/* What fills the room again as soon as there is some leaves those with large frames waiting, but
 * connected. */
static void
keeps_who_waits_with_a_large_frame_for_room(void **state)
{
	const uint32_t count = SERVICE_CALLS_MAX * 3, late_count = 400;
	const size_t size = MESSAGE_BYTES_MAX - 200, half = size / 2;
	char *text = arena_alloc(scratch_arena(), size + 1);
	struct buffer late = {.arena = scratch_arena()};
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory), large = sp_client_open(directory);

	(void)state;
	memset(text, 'x', size);
	sp_client_frame_with(&late, 1, MESSAGE_PING,
		arena_printf(scratch_arena(), "{\"text\": \"%s\"}", text), 60000);
	for (uint32_t id = 2; id <= late_count; id++)
		sp_client_frame(&late, id, MESSAGE_PING, 60000);
	assert_true(sp_client_send(large, late.data, half));
	for (uint32_t id = 1; id <= 2; id++)
		sp_client_frame(&bytes, id, "thing_wait", 60000);
	for (uint32_t id = 3; id <= count; id++)
		sp_client_frame(&bytes, id, "thing_list", 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_true(sp_client_send(large, late.data + half, late.size - half));
	assert_replies(fd, count);
	assert_replies(large, late_count);
	close(fd);
	close(large);
}

static void
finishes_what_waits_for_the_database_before_it_goes(void **state)
{
	int fd = sp_client_open(directory);

	(void)state;
	for (uint32_t id = 1; id <= 4; id++)
		assert_true(sp_client_call(fd, id, "thing_wait"));
	usleep(100000);
	kill(service, SIGTERM);
	assert_replies(fd, 4);
	assert_true(sp_client_is_cut_off(fd));
	close(fd);
	assert_ends_well(3000);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(answers_many_frames_of_one_write),
		TEST(puts_together_what_comes_byte_by_byte),
		TEST(takes_large_frames_among_small_ones),
		TEST(keeps_answers_for_who_reads_late),
		TEST(serves_many_connections_at_once),
		TEST(answers_pings_while_all_workers_wait_for_the_database),
		TEST(loses_nothing_when_more_calls_come_than_may_wait),
		TEST(keeps_who_waits_with_a_large_frame_for_room),
		TEST(finishes_what_waits_for_the_database_before_it_goes),
	};

	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	return cmocka_run_group_tests_name(
		"service streams", tests, NULL, remove_directory);
}
