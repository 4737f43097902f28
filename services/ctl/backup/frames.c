/*
 * frames.c - the file format of a backup.
 *
 *     "kith-backup 1\n"   14 bytes
 *     's' or 'p'          1 byte: encrypted or plain
 *     salt                16 bytes
 *     frames              each: 4 bytes (the size; the highest bit marks the last frame),
 *                         the data, a tag of 16 bytes
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"

#define MAGIC "kith-backup 1\n"
#define MAGIC_SIZE (sizeof(MAGIC) - 1)
#define HEAD_SIZE (MAGIC_SIZE + 1 + STREAM_SALT_SIZE)
#define LAST UINT32_C(0x80000000)

static void
fail(struct frames *frames, const char *why)
{
	if (frames->fault == NULL)
		frames->fault = why;
}

static void
prepare(struct frames *frames, int file, const char *mode)
{
	*frames = (struct frames){.frame = malloc(FRAME_BYTES_MAX)};
	if (frames->frame == NULL)
		abort();
	if (file >= 0)
		frames->file = fdopen(file, mode);
	if (frames->file == NULL)
		fail(frames, strerror(errno));
}

static void
put(struct frames *frames, const void *data, size_t size)
{
	if (frames->fault == NULL && fwrite(data, 1, size, frames->file) != size)
		fail(frames, strerror(errno));
}

static bool
get(struct frames *frames, void *data, size_t size)
{
	if (frames->fault == NULL && fread(data, 1, size, frames->file) != size)
		fail(frames,
			ferror(frames->file) ? strerror(errno)
					     : "the file is incomplete: it ends before "
					       "the last frame");
	return frames->fault == NULL;
}

void
frames_create(struct frames *frames, const char *path, const struct key *key)
{
	prepare(frames,
		open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600),
		"wb");
	secret_stream_write(&frames->stream, key);
	put(frames, MAGIC, MAGIC_SIZE);
	put(frames, key != NULL ? "s" : "p", 1);
	put(frames, frames->stream.salt, STREAM_SALT_SIZE);
}

void
frames_open(struct frames *frames, const char *path, const struct key *key)
{
	uint8_t head[HEAD_SIZE];

	prepare(frames, open(path, O_RDONLY | O_CLOEXEC), "rb");
	if (!get(frames, head, sizeof(head)))
		return;
	if (memcmp(head, MAGIC, MAGIC_SIZE) != 0)
		fail(frames, "the file is not a backup made by kithctl");
	else if (head[MAGIC_SIZE] == 's' && key == NULL)
		fail(frames, "the backup is encrypted: give its key with --key-file");
	else if (head[MAGIC_SIZE] != 's' && key != NULL)
		/* Prevents replacing an encrypted backup by a forged plain one. */
		fail(frames,
			"the backup is not encrypted although a key is configured; do "
			"not trust its origin");
	secret_stream_read(&frames->stream, key, head + MAGIC_SIZE + 1);
}

/* Writes the collected bytes as a frame. */
static void
put_frame(struct frames *frames, bool last)
{
	const uint32_t word = (uint32_t)frames->size | (last ? LAST : 0);
	const uint8_t size[4] = {(uint8_t)(word >> 24), (uint8_t)(word >> 16),
		(uint8_t)(word >> 8), (uint8_t)word};
	uint8_t tag[STREAM_TAG_SIZE];

	secret_stream_encrypt(&frames->stream, frames->frame, frames->size, last, tag);
	put(frames, size, sizeof(size));
	put(frames, frames->frame, frames->size);
	put(frames, tag, sizeof(tag));
	frames->size = 0;
}

void
frames_write(struct frames *frames, const void *data, size_t size)
{
	const uint8_t *from = data;

	while (size > 0) {
		const size_t room = FRAME_BYTES_MAX - frames->size;
		const size_t part = size < room ? size : room;

		memcpy(frames->frame + frames->size, from, part);
		frames->size += part;
		from += part;
		size -= part;
		if (frames->size == FRAME_BYTES_MAX)
			put_frame(frames, false);
	}
}

void
frames_cut(struct frames *frames)
{
	put_frame(frames, false);
}

size_t
frames_read(struct frames *frames, const uint8_t **data)
{
	uint8_t head[4], tag[STREAM_TAG_SIZE];
	uint32_t word;
	size_t size;

	*data = frames->frame;
	if (frames->stream.ended || !get(frames, head, sizeof(head)))
		return 0;
	word = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 |
		(uint32_t)head[2] << 8 | head[3];
	size = word & ~LAST;
	if (size > FRAME_BYTES_MAX || (size == 0 && (word & LAST) == 0)) {
		fail(frames, "the file is damaged: a frame has an invalid size");
		return 0;
	}
	if (!get(frames, frames->frame, size) || !get(frames, tag, sizeof(tag)))
		return 0;
	if (!secret_stream_decrypt(
		    &frames->stream, frames->frame, size, (word & LAST) != 0, tag)) {
		fail(frames,
			frames->stream.encrypted
				? "a frame does not match its tag: the key is wrong, or "
				  "the file was changed"
				: "a frame does not match its tag: the file is damaged");
		return 0;
	}
	if (frames->stream.ended && fgetc(frames->file) != EOF)
		fail(frames, "there is data after the last frame");
	return frames->fault == NULL ? size : 0;
}

void
frames_finish(struct frames *frames)
{
	put_frame(frames, true);
	if (frames->fault == NULL &&
		(fflush(frames->file) != 0 || fsync(fileno(frames->file)) < 0))
		fail(frames, strerror(errno));
	frames_close(frames);
}

void
frames_close(struct frames *frames)
{
	if (frames->file != NULL && fclose(frames->file) != 0)
		fail(frames, strerror(errno));
	frames->file = NULL;
	explicit_bzero(frames->frame, FRAME_BYTES_MAX);
	explicit_bzero(&frames->stream.key, sizeof(frames->stream.key));
	free(frames->frame);
	frames->frame = NULL;
}
