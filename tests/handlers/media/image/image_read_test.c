/*
 * image_read_test.c - bytes from the store that are not the image are not answered. A
 * stub is linked instead of the store; tests/e2e/store_test.py compares answers that are
 * bytes.
 */
#include "services/media/image/image.h"
#include "services/media/objects/objects.h"
#include "tests/handlers/media/media_fixture.h"

static const struct op_entry entry = {&op_image_read, image_read};

static const char content[] = "RIFF-content";
static const char *given;

bool
objects_in_use(void)
{
	return true;
}

enum objects_outcome
objects_put(
	const struct objects_name *name, const void *data, size_t size, int64_t within_ms)
{
	(void)name;
	(void)data;
	(void)size;
	(void)within_ms;
	return OBJECTS_FAILED;
}

enum objects_outcome
objects_get(struct arena *arena, const struct objects_name *name, size_t size,
	int64_t within_ms, const uint8_t **data)
{
	(void)within_ms;
	(void)arena;
	(void)name;
	assert_int_equal(size, strlen(content));
	*data = (const uint8_t *)given;
	return given == NULL ? OBJECTS_FAILED : OBJECTS_DONE;
}

static struct scratch_answer
read_image(const struct uuid *id)
{
	const struct principal nobody = scratch_anonymous();
	char text[ID_TEXT_MAX];

	id_format(text, "img", id);
	return scratch_call(
		&entry, &nobody, arena_printf(scratch_arena(), "{\"id\": \"%s\"}", text));
}

TEST(knows_what_is_nowhere)
{
	const struct uuid id = scratch_uuid(8);

	assert_problem(read_image(&id), PROBLEM_MEDIA_NOT_FOUND);
}

TEST(takes_nothing_from_the_store_but_the_very_image)
{
	const struct uuid id = image_id_of(content, strlen(content));
	struct buffer hex = {.arena = scratch_arena()};

	for (size_t i = 0; i < sizeof(id.bytes); i++) {
		char pair[3];

		snprintf(pair, sizeof(pair), "%02x", id.bytes[i]);
		buffer_append(&hex, pair, 2);
	}
	buffer_append(&hex, "", 1);
	scratch_sql("INSERT INTO image_objects (id, image) VALUES ('%s', '%s')",
		scratch_uuid_text(9), (const char *)hex.data);
	scratch_sql("INSERT INTO images (id, bytes, object) VALUES ('%s', %zu, '%s')",
		(const char *)hex.data, strlen(content), scratch_uuid_text(9));
	given = "RIFF-another";
	assert_problem(read_image(&id), PROBLEM_SERVICE_UNAVAILABLE);
	given = NULL;
	assert_problem(read_image(&id), PROBLEM_SERVICE_UNAVAILABLE);
}
