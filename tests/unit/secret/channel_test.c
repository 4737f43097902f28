/*
 * channel_test.c - encrypted connections: which peers are accepted, what is visible on
 * the wire, and the value of a recording.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/secret/channel.h"
#include "tests/support/test.h"

static const struct key ours = {.bytes = "the key of this instance's orgs."};
static const struct key theirs = {.bytes = "the key of another instance's..."};

/* A wire between two ends that records the traffic: dialler - [wire] - listener. */
static int dialler_fd, listener_fd, wire[2];
static struct channel_side *dialling, *listening;
static struct channel *dialler, *listener;

/* What the dialler has sent. */
static uint8_t recorded[1 << 16];
static size_t recorded_size;

static void
connect_with(const struct key *dials, const struct key *listens)
{
	int left[2], right[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, left), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, right), 0);
	dialler_fd = left[0];
	wire[0] = left[1];
	listener_fd = right[0];
	wire[1] = right[1];
	recorded_size = 0;
	dialling = channel_side_new(dials, CHANNEL_DIALS);
	listening = channel_side_new(listens, CHANNEL_LISTENS);
	dialler = channel_new(dialling, dialler_fd);
	listener = channel_new(listening, listener_fd);
}

static void
disconnect(void)
{
	channel_free(dialler);
	channel_free(listener);
	channel_side_free(dialling);
	channel_side_free(listening);
	close(dialler_fd);
	close(listener_fd);
	close(wire[0]);
	close(wire[1]);
	dialler = listener = NULL;
}

/* Moves some bytes from one end of the wire to the other; returns whether there were
 * any. */
static bool
carry_some(int from, int to, bool records)
{
	uint8_t bytes[4096];
	ssize_t got = recv(from, bytes, sizeof(bytes), 0);

	if (got <= 0)
		return false;
	assert_int_equal(send(to, bytes, (size_t)got, 0), got);
	if (!records)
		return true;
	assert_true(recorded_size + (size_t)got <= sizeof(recorded));
	memcpy(recorded + recorded_size, bytes, (size_t)got);
	recorded_size += (size_t)got;
	return true;
}

/* Moves everything that is pending. */
static void
carry(int from, int to, bool records)
{
	while (carry_some(from, to, records))
		continue;
}

/* Runs the handshake until both sides are done, or one has failed. */
static void
shake(enum channel_state *dials, enum channel_state *listens)
{
	*dials = *listens = CHANNEL_SHAKING;
	for (int i = 0; i < 10; i++) {
		if (*dials == CHANNEL_SHAKING)
			*dials = channel_shake(dialler);
		carry(wire[0], wire[1], true);
		if (*listens == CHANNEL_SHAKING)
			*listens = channel_shake(listener);
		carry(wire[1], wire[0], false);
	}
}

static void
assert_open(void)
{
	enum channel_state dials, listens;

	shake(&dials, &listens);
	assert_int_equal(dials, CHANNEL_OPEN);
	assert_int_equal(listens, CHANNEL_OPEN);
}

TEST(carries_what_is_said_and_shows_nothing_of_it)
{
	static const char said[] = "what a member wrote to another";
	char heard[64];

	connect_with(&ours, &ours);
	assert_open();
	assert_int_equal(channel_read(listener, heard, sizeof(heard)), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(channel_write(dialler, said, sizeof(said)), sizeof(said));
	carry(wire[0], wire[1], true);
	assert_int_equal(channel_read(listener, heard, sizeof(heard)), sizeof(said));
	assert_string_equal(heard, said);
	assert_null(memmem(recorded, recorded_size, said, 8));
	assert_int_equal(channel_write(listener, said, 6), 6);
	carry(wire[1], wire[0], false);
	assert_int_equal(channel_read(dialler, heard, sizeof(heard)), 6);
	disconnect();
}

TEST(takes_large_writes_a_part_at_a_time)
{
	static uint8_t sent[3000000], got[sizeof(sent) + CHANNEL_READ_BYTES];
	size_t sent_size = 0, got_size = 0;
	bool was_full = false;

	connect_with(&ours, &ours);
	assert_open();
	for (size_t i = 0; i < sizeof(sent); i++)
		sent[i] = (uint8_t)(i * 31 + (i >> 8));
	while (got_size < sizeof(sent)) {
		ssize_t size = channel_write(
			dialler, sent + sent_size, sizeof(sent) - sent_size);

		if (size > 0)
			sent_size += (size_t)size;
		else if (sent_size < sizeof(sent))
			was_full = was_full || errno == EAGAIN;
		if (size > 0 && sent_size < sizeof(sent))
			continue;
		/* Without a recording, which would be too large. */
		while (carry_some(wire[0], wire[1], false)) {
			while ((size = channel_read(listener, got + got_size,
					CHANNEL_READ_BYTES)) > 0)
				got_size += (size_t)size;
			assert_int_equal(errno, EAGAIN);
		}
	}
	assert_true(was_full);
	assert_int_equal(got_size, sizeof(sent));
	assert_memory_equal(got, sent, sizeof(sent));
	disconnect();
}

TEST(lets_nobody_in_who_lacks_the_key)
{
	enum channel_state dials, listens;

	connect_with(&theirs, &ours);
	shake(&dials, &listens);
	assert_int_equal(listens, CHANNEL_BROKEN);
	assert_int_not_equal(dials, CHANNEL_OPEN);
	disconnect();
}

TEST(says_that_a_peer_that_speaks_in_plain_is_none)
{
	static const char hello[] = "\0SP\0\0\060\0\0 and more that is no handshake";

	connect_with(&ours, &ours);
	assert_int_equal(send(wire[1], hello, sizeof(hello), 0), sizeof(hello));
	assert_int_equal(channel_shake(listener), CHANNEL_BROKEN);
	assert_int_equal(errno, EPROTO);
	disconnect();
}

TEST(does_not_take_a_peer_that_leaves_for_one_without_the_key)
{
	connect_with(&ours, &ours);
	close(wire[1]);
	assert_int_equal(channel_shake(listener), CHANNEL_BROKEN);
	assert_int_not_equal(errno, EPROTO);
	wire[1] = dup(wire[0]);
	disconnect();
}

TEST(notices_a_byte_that_was_changed)
{
	static const char said[] = "give it to Ada";
	uint8_t bytes[256];
	char heard[64];
	ssize_t size;

	connect_with(&ours, &ours);
	assert_open();
	assert_int_equal(channel_write(dialler, said, sizeof(said)), sizeof(said));
	size = recv(wire[0], bytes, sizeof(bytes), 0);
	assert_true(size > 20);
	bytes[size - 20] ^= 1;
	assert_int_equal(send(wire[1], bytes, (size_t)size, 0), size);
	assert_int_equal(channel_read(listener, heard, sizeof(heard)), -1);
	assert_int_equal(errno, EPROTO);
	disconnect();
}

/* With the key, a recording contains everything that the dialler said, from the first
 * byte on. */
TEST(makes_a_recording_worthless_to_everybody_else)
{
	static const char said[] = "a call that is carried out once";
	static uint8_t kept[sizeof(recorded)];
	char heard[64];
	size_t kept_size;

	connect_with(&ours, &ours);
	assert_open();
	assert_int_equal(channel_write(dialler, said, sizeof(said)), sizeof(said));
	carry(wire[0], wire[1], true);
	assert_int_equal(channel_read(listener, heard, sizeof(heard)), sizeof(said));
	memcpy(kept, recorded, recorded_size);
	kept_size = recorded_size;
	disconnect();
	connect_with(&ours, &ours);
	assert_int_equal(send(wire[1], kept, kept_size, 0), (ssize_t)kept_size);
	for (int i = 0; i < 5; i++)
		assert_int_not_equal(channel_shake(listener), CHANNEL_OPEN);
	assert_int_equal(channel_shake(listener), CHANNEL_BROKEN);
	assert_int_equal(channel_read(listener, heard, sizeof(heard)), -1);
	disconnect();
}

int
main(void)
{
	signal(SIGPIPE, SIG_IGN); /* as the processes do */
	return test_main();
}
