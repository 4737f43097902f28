/*
 * image_sweep.c - images that no record has any more are removed.
 *
 * A step locks the images that it looks at, and looks in a statement of its own, which then sees
 * who has set one of them. Whoever sets one from then on waits for the lock that the foreign key
 * takes, and is refused when the image is gone; an image that is made again is kept for another
 * while before that (services/media/image/image.c).
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

/* What the store has of them is removed next (services/media/objects/sweep.c). */
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
