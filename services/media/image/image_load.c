/*
 * image_load.c - reads an image from the database or the object store.
 */
#include "common/base/id.h"
#include "common/base/log.h"
#include "common/db/db.h"
#include "services/media/image/image.h"
#include "services/media/objects/objects.h"

STATEMENT(FIND_IMAGE,
	"SELECT bytes, data, object FROM images WHERE id = $1");

const uint8_t *
image_from_store(struct arena *arena, const struct uuid *id, struct uuid object,
	size_t size, int64_t within_ms)
{
	const struct objects_name name = {.image = *id, .object = object};
	const uint8_t *data = NULL;
	struct uuid found;

	if (objects_get(arena, &name, size, within_ms, &data) != OBJECTS_DONE)
		return NULL;
	found = image_id_of(data, size);
	if (id_equal(&found, id))
		return data;
	log_error("object_store",
		LOG_TEXT("error", "an object is not the image that was put"));
	return NULL;
}

enum problem
image_load(
	struct call *call, const struct uuid *id, int64_t within_ms, struct bytes *webp)
{
	struct uuid tried = {{0}};

	for (;;) {
		struct rows *rows = db_query(call, FIND_IMAGE, DB_UUID(id));
		struct uuid object;
		struct text data;

		if (rows->count == 0)
			return PROBLEM_MEDIA_NOT_FOUND;
		if (row_null(rows, 0, "object")) {
			data = row_text(rows, 0, "data");
			*webp = (struct bytes){
				GIVEN, data.size, (const uint8_t *)data.data};
			return PROBLEM_NONE;
		}
		/* The image may be moved, or deleted and stored again, during the
		 * request to the store. So a failure is retried if the row names
		 * another object by then. */
		object = row_uuid(rows, 0, "object");
		if (id_equal(&object, &tried))
			return PROBLEM_SERVICE_UNAVAILABLE;
		tried = object;
		webp->size = (uint32_t)row_integer(rows, 0, "bytes");
		webp->data =
			image_from_store(call->arena, id, object, webp->size, within_ms);
		if (webp->data != NULL) {
			webp->presence = GIVEN;
			return PROBLEM_NONE;
		}
	}
}
