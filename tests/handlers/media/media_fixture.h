/*
 * media_fixture.h - the decoder, and images to send it, for the tests of media.
 */
#ifndef KITH_TEST_MEDIA_FIXTURE_H
#define KITH_TEST_MEDIA_FIXTURE_H

#include <stdlib.h>

#include "common/wire/wire.h"
#include "services/media/handlers.h"
#include "services/media/image/decoder.h"
#include "tests/support/image_scene.h"

/* A gray PNG of 32 x 32 pixels. */
static const uint8_t gray_png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0,
	13, 'I', 'H', 'D', 'R', 0, 0, 0, 32, 0, 0, 0, 32, 1, 0, 0, 0, 0, 0x5b, 0x01, 0x47,
	0x59, 0, 0, 0, 15, 'I', 'D', 'A', 'T', 0x78, 0x9c, 0x63, 0x60, 0x18, 0x05, 0xa3,
	0, 0x15, 0, 0, 0x04, 0x20, 0, 0x01, 0xef, 0x02, 0x62, 0xf4, 0, 0, 0, 0, 'I', 'E',
	'N', 'D', 0xae, 0x42, 0x60, 0x82};

static inline void
media_start_decoder(void)
{
	static bool started;
	const char *build = getenv("KITH_BUILD");

	if (!started)
		assert_true(decoder_start(arena_printf(scratch_arena(), "%s/kith-decoder",
			build == NULL ? "build" : build)));
	started = true;
}

/* Stores bytes as an image of a type for a use. */
static inline struct scratch_answer
media_store(const void *data, size_t size, const char *type, const char *use)
{
	static const struct op_entry entry = {&op_image_store, image_store};
	const struct principal caller = people_principal(1);
	struct buffer input = {.arena = scratch_arena()};
	struct scratch_options options = {
		.wire = &input, .deadline_unix_ms = clock_unix_us() / 1000 + 15000};

	media_start_decoder();
	wire_map(&input, 3);
	wire_cstring(&input, "data");
	wire_binary(&input, data, size);
	wire_cstring(&input, "type");
	wire_cstring(&input, type);
	wire_cstring(&input, "use");
	wire_cstring(&input, use);
	return scratch_call_with(&entry, &caller, NULL, &options);
}

#endif
