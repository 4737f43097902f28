/*
 * image_sweep.c - deletes images that no record refers to.
 *
 * A step locks images, and checks them in a separate statement, which sees all references
 * committed before the lock. A later reference waits for the lock that the foreign key
 * takes, and fails if the image is deleted. An image that is stored again gets more time
 * before that (services/media/image/image.h).
 */
#include "services/media/image/image_sweep.h"

#include "common/db/db.h"

#define STEP_IMAGES "50"

STATEMENT(LOOK_AT,
	"SELECT id FROM images WHERE look_at < now() ORDER BY look_at"
	" LIMIT " STEP_IMAGES " FOR UPDATE SKIP LOCKED");

STATEMENT(KEEP_USED,
	"UPDATE images SET look_at = NULL WHERE id = ANY($1) AND image_is_used(id)");

STATEMENT(REMOVE_UNUSED,
	"DELETE FROM images WHERE id = ANY($1) AND look_at IS NOT NULL RETURNING object");

/* services/media/objects/sweep.c deletes the objects from the store. */
STATEMENT(RELEASE_OBJECTS,
	"UPDATE image_objects SET look_at = now() WHERE id = ANY($1)");

bool
image_sweep_step(struct call *call)
{
	struct rows *rows = db_query_plain(call, LOOK_AT);
	struct uuid *ids =
		arena_array(call->arena, (size_t)rows->count + 1, sizeof(*ids));
	size_t count = 0;

	for (int i = 0; i < rows->count; i++)
		ids[i] = row_uuid(rows, i, "id");
	if (rows->count == 0)
		return false;
	db_query(call, KEEP_USED, DB_UUIDS(ids, (size_t)rows->count));
	rows = db_query(call, REMOVE_UNUSED, DB_UUIDS(ids, (size_t)rows->count));
	for (int i = 0; i < rows->count; i++) {
		if (!row_null(rows, i, "object"))
			ids[count++] = row_uuid(rows, i, "object");
	}
	if (count > 0)
		db_query(call, RELEASE_OBJECTS, DB_UUIDS(ids, count));
	return true;
}
