/* Long texts in frames: a frame opens only at the position where it was written. */
#include <string.h>

#include "common/secret/stream.h"
#include "tests/support/test.h"

#define FRAMES 3
#define SIZE 1000

static const struct key key = {{1, 2, 3}};
static uint8_t frames[FRAMES][SIZE], tags[FRAMES][STREAM_TAG_SIZE];
static uint8_t salt[STREAM_SALT_SIZE];

/* Three frames of the same text, the last one shorter. */
static void
write_frames(const struct key *with)
{
	struct secret_stream stream;

	secret_stream_write(&stream, with);
	memcpy(salt, stream.salt, sizeof(salt));
	for (size_t i = 0; i < FRAMES; i++) {
		memset(frames[i], 'x', SIZE);
		secret_stream_encrypt(&stream, frames[i], i == FRAMES - 1 ? 7 : SIZE,
			i == FRAMES - 1, tags[i]);
	}
}

/* Whether a frame opens as the next one of a stream. */
static bool
opens(struct secret_stream *stream, size_t frame, bool last)
{
	uint8_t copy[SIZE];
	const size_t size = frame == FRAMES - 1 ? 7 : SIZE;

	memcpy(copy, frames[frame], SIZE);
	if (!secret_stream_decrypt(stream, copy, size, last, tags[frame]))
		return false;
	for (size_t i = 0; i < size; i++)
		assert_int_equal(copy[i], 'x');
	return true;
}

static void
opens_what_was_written_and_no_more(const struct key *with)
{
	const struct key other = {{1, 2, 4}};
	struct secret_stream stream;

	write_frames(with);
	secret_stream_read(&stream, with, salt);
	assert_true(opens(&stream, 0, false));
	assert_true(opens(&stream, 1, false));
	assert_true(opens(&stream, 2, true));
	assert_true(stream.ended);
	for (size_t wrong = 1; wrong < FRAMES; wrong++) {
		secret_stream_read(&stream, with, salt);
		assert_false(opens(&stream, wrong, false));
	}
	secret_stream_read(&stream, with, salt);
	assert_false(opens(&stream, 0, true)); /* as if it were the last */
	secret_stream_read(&stream, with, salt);
	assert_true(opens(&stream, 0, false));
	assert_false(opens(&stream, 0, false)); /* twice */
	salt[3] ^= 1;
	secret_stream_read(&stream, with, salt);
	assert_false(opens(&stream, 0, false));
	salt[3] ^= 1;
	frames[0][SIZE - 1] ^= 1;
	secret_stream_read(&stream, with, salt);
	assert_false(opens(&stream, 0, false));
	frames[0][SIZE - 1] ^= 1;
	if (with == NULL)
		return;
	secret_stream_read(&stream, &other, salt);
	assert_false(opens(&stream, 0, false));
}

TEST(opens_sealed_frames_in_their_place_only)
{
	opens_what_was_written_and_no_more(&key);
}

TEST(knows_damage_without_a_key)
{
	opens_what_was_written_and_no_more(NULL);
	write_frames(NULL);
	assert_int_equal(frames[0][0], 'x');
}

TEST(seals_no_two_texts_alike)
{
	uint8_t first[SIZE];

	write_frames(&key);
	memcpy(first, frames[0], SIZE);
	assert_memory_not_equal(frames[0], frames[1], SIZE);
	write_frames(&key);
	assert_memory_not_equal(first, frames[0], SIZE);
}
