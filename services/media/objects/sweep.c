/*
 * sweep.c - deletes objects that no image refers to.
 *
 * A step locks objects, checks them in a separate statement, and marks unused ones as
 * going, like image_sweep.c. This mark is final, and no image ever refers to the object
 * again, so deleting it from the store needs no lock. Its row is deleted once the store
 * confirms that the object is gone.
 */
#include "services/media/objects/sweep.h"

#include "common/db/db.h"
#include "services/media/objects/objects.h"

#define STEP_LOOKS "50"
#define STEP_REMOVALS "3"

STATEMENT(LOOK_AT_OBJECTS,
	"SELECT id FROM image_objects WHERE look_at < now() AND NOT going"
	" ORDER BY look_at"
	" LIMIT " STEP_LOOKS " FOR UPDATE SKIP LOCKED");

STATEMENT(KEEP_HAD,
	"UPDATE image_objects SET look_at = NULL"
	" WHERE id = ANY($1) AND EXISTS (SELECT FROM images i"
	" WHERE i.object = image_objects.id)");

STATEMENT(LET_GO,
	"UPDATE image_objects SET going = true WHERE id = ANY($1)"
	" AND look_at IS NOT NULL");

STATEMENT(LIST_GOING,
	"SELECT id, image FROM image_objects WHERE going AND look_at < now()"
	" ORDER BY look_at LIMIT " STEP_REMOVALS);

STATEMENT(FORGET,
	"DELETE FROM image_objects WHERE id = $1 AND going");

/* An object that cannot be deleted does not block others. */
STATEMENT(TRY_LATER,
	"UPDATE image_objects SET look_at = now() + interval '2 minutes' WHERE id = $1"
	" AND going");

/* Marks unused objects as going. Returns whether any object was due for the check. */
static bool
decide(struct call *call)
{
	struct rows *rows;
	struct uuid *ids;

	db_begin(call, TX_WRITE, false);
	rows = db_query_plain(call, LOOK_AT_OBJECTS);
	ids = arena_array(call->arena, (size_t)rows->count + 1, sizeof(*ids));
	for (int i = 0; i < rows->count; i++)
		ids[i] = row_uuid(rows, i, "id");
	if (rows->count > 0) {
		db_query(call, KEEP_HAD, DB_UUIDS(ids, (size_t)rows->count));
		db_query(call, LET_GO, DB_UUIDS(ids, (size_t)rows->count));
	}
	db_commit(call);
	return rows->count > 0;
}

bool
objects_sweep_step(struct call *call)
{
	const bool looked = decide(call);
	const struct rows *rows;
	bool removed = true;

	if (!objects_configured())
		return looked;
	rows = db_query_plain(call, LIST_GOING);
	for (int i = 0; i < rows->count; i++) {
		const struct objects_name name = {.image = row_uuid(rows, i, "image"),
			.object = row_uuid(rows, i, "id")};
		const bool gone = objects_remove(&name) == OBJECTS_DONE;

		removed = removed && gone;
		db_query(call, gone ? FORGET : TRY_LATER, DB_UUID(&name.object));
	}
	return removed && (looked || rows->count > 0);
}
