/*
 * image_scene.h - stored images, and calls of operations that set one, for the tests of
 * handlers.
 */
#ifndef KITH_TEST_IMAGE_SCENE_H
#define KITH_TEST_IMAGE_SCENE_H

#include "common/config/config.h"
#include "tests/support/handler_test.h"

/* Adds a stored image; number n has the id scratch_uuid(n). */
static inline void
image_add(unsigned number)
{
	scratch_sql("INSERT INTO images (id, data, bytes, look_at)"
		    " VALUES ('%s', 'RIFF', 4, NULL) ON CONFLICT DO NOTHING",
		scratch_uuid_text(number));
}

/* Calls with an image that media has made; 0 = with none. */
static inline struct scratch_answer
image_call(
	const struct op_entry *entry, unsigned member, const char *json, unsigned image)
{
	const struct principal caller = people_principal(member);
	struct scratch_options options = {.image = {.presence = ABSENT}};

	if (image != 0) {
		options.image = (struct identifier){
			.presence = GIVEN, .uuid = scratch_uuid(image)};
	}
	return scratch_call_with(entry, &caller, json, &options);
}

/* The address of an image in a record. */
static inline const char *
image_url(unsigned number)
{
	return arena_printf(scratch_arena(), "%s/media/%s.webp", config()->base_url.data,
		scratch_id("img", number));
}

/* Whether a check is due that some record still has the image. */
static inline bool
image_is_released(unsigned number)
{
	return people_count("SELECT count(*) FROM images WHERE id = '%s'"
			    " AND look_at IS NOT NULL",
		       scratch_uuid_text(number)) == 1;
}

#endif
