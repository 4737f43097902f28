/*
 * decoder.c - sends images to the decoder, each over its own socket pair.
 *
 * Only the kernel or the operator ends the decoder. This process is confined by then and
 * cannot start another one. So it shuts down gracefully, and its supervisor restarts
 * both.
 */
#include "services/media/image/decoder.h"

#include <errno.h>
#include <libgen.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "proto/media/media.h"
#include "services/media/image/turns.h"

/* The time that is kept for decoding, after the wait for a turn. Most take less. */
#define DECODING_MS 2500

static int control = -1;

/* ---- the decoder process ---- */

/* Executes the decoder, which inherits the control socket and the log, but no secrets. */
static _Noreturn void
become(int fd, const char *program)
{
	const char *mode = getenv("KITH_SANDBOX");
	char setting[32] = "KITH_SANDBOX=on";
	char *arguments[] = {"kith-decoder", NULL};
	char *environment[] = {setting, NULL};

	if (dup2(fd, DECODER_CONTROL) < 0)
		_exit(1);
	if (mode != NULL)
		snprintf(setting, sizeof(setting), "KITH_SANDBOX=%s", mode);
	for (int other = DECODER_CONTROL + 1; other < 64; other++)
		close(other);
	execve(program, arguments, environment);
	fprintf(stderr, "%s: %s\n", program, strerror(errno));
	_exit(1);
}

/* Returns the path of kith-decoder in the folder of this program. */
static const char *
default_program(char *out, size_t size)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);

	path[length < 0 ? 0 : length] = '\0';
	snprintf(out, size, "%s/kith-decoder", dirname(path));
	return out;
}

bool
decoder_start(const char *program)
{
	char other[4200];
	int pair[2] = {-1, -1};
	bool made = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0;
	pid_t pid = made ? fork() : -1;

	if (pid == 0)
		become(pair[1],
			program != NULL ? program
					: default_program(other, sizeof(other)));
	if (pid < 0) {
		fprintf(stderr, "cannot start the decoder: %s\n", strerror(errno));
		return false;
	}
	close(pair[1]);
	control = pair[0];
	return true;
}

/* Shuts this process down gracefully after the decoder has ended. */
static void
end_process(void)
{
	log_error("decoder_gone",
		LOG_TEXT("hint", "the service restarts with a new decoder"));
	syscall(SYS_tgkill, getpid(), getpid(), SIGTERM);
}

/* ---- one image ---- */

/* Passes one end of a socket pair to the decoder. */
static bool
send_socket(int fd)
{
	union {
		char space[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} bytes = {{0}};
	char byte = 'i';
	struct iovec data = {.iov_base = &byte, .iov_len = 1};
	struct msghdr message = {.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &bytes,
		.msg_controllen = sizeof(bytes)};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	*header = (struct cmsghdr){.cmsg_level = SOL_SOCKET,
		.cmsg_type = SCM_RIGHTS,
		.cmsg_len = CMSG_LEN(sizeof(int))};
	memcpy(CMSG_DATA(header), &fd, sizeof(fd));
	return sendmsg(control, &message, MSG_NOSIGNAL) == 1;
}

/* Returns false when the deadline passes first. */
static bool
wait_for(int fd, short events, int64_t deadline_ms)
{
	struct pollfd ready = {.fd = fd, .events = events};
	int64_t left_ms = deadline_ms - clock_monotonic_ms();

	return left_ms > 0 && poll(&ready, 1, (int)left_ms) > 0;
}

static bool
write_all(int fd, const void *data, size_t size, int64_t deadline_ms)
{
	const uint8_t *at = data;

	while (size > 0) {
		ssize_t sent;

		if (!wait_for(fd, POLLOUT, deadline_ms))
			return false;
		sent = send(fd, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (sent < 0 && errno == EAGAIN)
			continue;
		if (sent <= 0)
			return false;
		at += sent;
		size -= (size_t)sent;
	}
	return true;
}

static bool
read_all(int fd, void *out, size_t size, int64_t deadline_ms)
{
	uint8_t *at = out;

	while (size > 0) {
		ssize_t got = wait_for(fd, POLLIN, deadline_ms) ? read(fd, at, size) : -1;

		if (got <= 0)
			return false;
		at += got;
		size -= (size_t)got;
	}
	return true;
}

/* Reads a WebP of the decoder. Returns NULL if there is none. */
static const uint8_t *
read_webp(struct arena *arena, int fd, size_t size, int64_t deadline_ms)
{
	uint8_t *webp = arena_alloc(arena, size + 1);

	if (size <= 12 || !read_all(fd, webp, size, deadline_ms) ||
		memcmp(webp, "RIFF", 4) != 0 || memcmp(webp + 8, "WEBP", 4) != 0)
		return NULL;
	return webp;
}

/* Exchanges the task and the result with the decoder's child process. */
static bool
exchange(struct arena *arena, int fd, const void *bytes, const struct decoder_task *task,
	int64_t deadline_ms, struct decoder_image *image)
{
	struct decoder_result result;

	/* A failed write is ignored: the decoder may answer before it has read the
	 * whole image. */
	if (write_all(fd, task, sizeof(*task), deadline_ms))
		write_all(fd, bytes, task->bytes, deadline_ms);
	if (!read_all(fd, &result, sizeof(result), deadline_ms))
		return false;
	/* The result is untrusted, because the child process decodes untrusted bytes. */
	if (result.status < DECODER_DONE || result.status > DECODER_LATE ||
		result.bytes > IMAGE_STORED_BYTES_MAX ||
		result.small_bytes > IMAGE_SMALL_BYTES_MAX)
		return false;
	*image = (struct decoder_image){.status = (enum decoder_status)result.status,
		.size = result.bytes,
		.small_size = result.small_bytes};
	if (image->status != DECODER_DONE)
		return true;
	image->webp = read_webp(arena, fd, image->size, deadline_ms);
	if (image->webp == NULL || image->small_size == 0)
		return image->webp != NULL;
	image->small = read_webp(arena, fd, image->small_size, deadline_ms);
	return image->small != NULL;
}

/* Whether the decoder itself has ended, and not only the child of an image. */
static bool
is_gone(void)
{
	struct pollfd ready = {.fd = control};

	return poll(&ready, 1, 0) > 0 && (ready.revents & (POLLHUP | POLLERR)) != 0;
}

/* Decodes in a child process of the decoder, which ends it when the socket is closed. */
static enum decoder_outcome
decode(struct arena *arena, const void *bytes, const struct decoder_task *task,
	int64_t deadline_ms, struct decoder_image *image)
{
	int pair[2];
	bool sent, answered;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return DECODER_BUSY;
	sent = send_socket(pair[1]);
	close(pair[1]);
	answered = sent && exchange(arena, pair[0], bytes, task, deadline_ms, image);
	close(pair[0]);
	if (answered)
		return DECODER_ANSWERED;
	/* A timeout does not count as a decoding failure, because the decoder itself
	 * reports an image that used its whole time. */
	if (!is_gone())
		return sent && clock_monotonic_ms() < deadline_ms ? DECODER_FAILED
								  : DECODER_BUSY;
	end_process();
	return DECODER_BUSY;
}

/* Decodes in a turn of the member. */
static enum decoder_outcome
decode_in_turn(struct arena *arena, const struct uuid *member, const void *bytes,
	const struct decoder_task *task, int64_t deadline_ms, struct decoder_image *image)
{
	enum decoder_outcome outcome;
	struct turn turn;

	*image = (struct decoder_image){0};
	if (control < 0 ||
		!turn_take(&turn, member, task->much != 0, deadline_ms - DECODING_MS))
		return DECODER_BUSY;
	outcome = decode(arena, bytes, task, deadline_ms, image);
	turn_end(&turn);
	return outcome;
}

enum decoder_outcome
decoder_decode(struct arena *arena, const struct uuid *member, const void *bytes,
	const struct decoder_task *task, int64_t deadline_ms, struct decoder_image *image)
{
	struct decoder_task tried = *task;
	enum decoder_outcome outcome =
		decode_in_turn(arena, member, bytes, &tried, deadline_ms, image);

	if (outcome == DECODER_ANSWERED && image->status == DECODER_MEMORY) {
		tried.much = 1;
		outcome =
			decode_in_turn(arena, member, bytes, &tried, deadline_ms, image);
	}
	return outcome;
}
