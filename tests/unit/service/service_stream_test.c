/*
 * service_stream_test.c - a service and peers that write raw bytes: in pieces, in large
 * amounts, and many at once.
 */
#include "tests/support/test.h"
#include "tests/unit/gateway/bus/stream_scene.h"

TEST(answers_many_frames_of_one_write)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory);

	for (uint32_t id = 1; id <= 300; id++)
		sp_client_frame(
			&bytes, id, id % 7 == 0 ? MESSAGE_PING : "thing_list", 5000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, 300);
	close(fd);
	assert_ends_well(3000);
}

TEST(puts_together_what_comes_byte_by_byte)
{
	struct buffer bytes = {.arena = scratch_arena()};
	uint8_t hello[SP_WIRE_HELLO_SIZE];
	int fd = sp_client_connect(directory);

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

TEST(takes_large_frames_among_small_ones)
{
	struct buffer bytes = {.arena = scratch_arena()};
	size_t size = MESSAGE_BYTES_MAX - 200;
	char *text = arena_alloc(scratch_arena(), size + 1);
	const char *json;
	int fd = sp_client_open(directory);

	/* Nearly the largest permitted size. */
	memset(text, 'x', size);
	json = arena_printf(scratch_arena(), JSON({"text": "%s"}), text);
	sp_client_frame(&bytes, 1, "thing_list", 5000);
	for (uint32_t id = 2; id < 8; id += 2) {
		sp_client_frame_with(&bytes, id, MESSAGE_PING, json, 5000);
		sp_client_frame(&bytes, id + 1, "thing_list", 5000);
	}
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, 7);
	close(fd);
}

TEST(takes_long_calls)
{
	const size_t size = (size_t)64 * 1024;
	struct buffer bytes = {.arena = scratch_arena()};
	char *text = arena_alloc(scratch_arena(), size + 1);
	const char *json;
	int fd = sp_client_open(directory);

	memset(text, 'x', size);
	text[size] = '\0';
	json = arena_printf(scratch_arena(), JSON({"text": "%s"}), text);
	for (uint32_t id = 1; id <= 6; id++) {
		struct buffer frame =
			service_client_frame_of(id, MESSAGE_PING, json, 5000);

		sp_client_wrap(&bytes, id, frame.data, frame.size);
	}
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	assert_replies(fd, 6);
	close(fd);
}

TEST(keeps_answers_for_who_reads_late)
{
	int fd = sp_client_open(directory);
	struct buffer bytes = {.arena = scratch_arena()};

	for (uint32_t id = 1; id <= 1000; id++)
		sp_client_frame(&bytes, id, MESSAGE_METRICS, 60000);
	assert_true(sp_client_send(fd, bytes.data, bytes.size));
	usleep(300000);
	assert_replies(fd, 1000);
	close(fd);
}

TEST(serves_many_connections_at_once)
{
	int fds[48];

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

TEST(answers_pings_while_all_workers_wait_for_the_database)
{
	int fd = sp_client_open(directory);

	for (uint32_t id = 1; id <= 6; id++)
		assert_true(sp_client_call(fd, id, "thing_wait"));
	usleep(100000);
	for (int i = 0; i < 5; i++)
		assert_served();
	/* A new gateway is accepted as well. */
	close(sp_client_open(directory));
	assert_replies(fd, 6);
	close(fd);
}

TEST(loses_nothing_when_more_calls_come_than_may_wait)
{
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory);
	uint32_t count = CALLS_WAITING_MAX * 3;

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

/* Peers that fill free memory at once keep those with large frames waiting, but
 * connected. */
TEST(keeps_who_waits_with_a_large_frame_for_room)
{
	const uint32_t count = CALLS_WAITING_MAX * 3, late_count = 400;
	const size_t size = MESSAGE_BYTES_MAX - 200, half = size / 2;
	char *text = arena_alloc(scratch_arena(), size + 1);
	struct buffer late = {.arena = scratch_arena()};
	struct buffer bytes = {.arena = scratch_arena()};
	int fd = sp_client_open(directory), large = sp_client_open(directory);

	memset(text, 'x', size);
	sp_client_frame_with(&late, 1, MESSAGE_PING,
		arena_printf(scratch_arena(), JSON({"text": "%s"}), text), 60000);
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

TEST(finishes_what_waits_for_the_database_before_it_goes)
{
	int fd = sp_client_open(directory);

	for (uint32_t id = 1; id <= 4; id++)
		assert_true(sp_client_call(fd, id, "thing_wait"));
	usleep(100000);
	kill(service, SIGTERM);
	assert_replies(fd, 4);
	assert_true(sp_client_is_cut_off(fd));
	close(fd);
	assert_ends_well(3000);
}

const struct test_scene test_scene = {
	.close = remove_directory, .before = start, .after = stop};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return things_serve();
	return test_main();
}
