/*
 * image_move.c - moves images to where new ones are stored: from the database into the
 * store, and back while KITH_S3_DRAIN is on.
 *
 * An image is read, written to its destination, and then switched over if its row is
 * unchanged. So it is served all the time, and replicas that move the same image do no
 * harm.
 */
#include "services/media/image/image_move.h"

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/db/db.h"
#include "services/media/image/image.h"
#include "services/media/objects/objects.h"

STATEMENT(NEXT_IN_DATABASE,
	"SELECT id, data FROM images WHERE data IS NOT NULL AND id > $1 ORDER BY id"
	" LIMIT 1");

STATEMENT(NOTE_OBJECT,
	"INSERT INTO image_objects (id, image) VALUES ($1, $2)");

STATEMENT(INTO_STORE,
	"UPDATE images SET data = NULL, object = o.id FROM"
	" (SELECT id FROM image_objects WHERE id = $2 AND NOT going FOR KEY SHARE) o"
	" WHERE images.id = $1 AND images.data IS NOT NULL");

STATEMENT(NEXT_IN_STORE,
	"SELECT i.id, i.object, i.bytes FROM images i WHERE i.object IS NOT NULL"
	" AND i.id > $1"
	" ORDER BY i.id LIMIT 1");

STATEMENT(INTO_DATABASE,
	"UPDATE images SET data = $3, object = NULL WHERE id = $1 AND object = $2"
	" RETURNING id");

STATEMENT(RELEASE_OBJECT,
	"UPDATE image_objects SET look_at = now() WHERE id = $1");

static bool
put(struct call *call, const struct uuid *id, struct text webp)
{
	const struct objects_name name = {.image = *id, .object = id_new()};

	db_query(call, NOTE_OBJECT, DB_UUID(&name.object), DB_UUID(id));
	if (call->outcome.db_problem != PROBLEM_NONE || call->outcome.db_retry ||
		objects_put(&name, webp.data, webp.size, OBJECTS_REQUEST_MS) !=
			OBJECTS_DONE)
		return false;
	db_query(call, INTO_STORE, DB_UUID(id), DB_UUID(&name.object));
	return true;
}

static bool
get(struct call *call, const struct uuid *id, struct uuid object, size_t size)
{
	const uint8_t *webp =
		image_from_store(call->arena, id, object, size, OBJECTS_REQUEST_MS);
	const struct rows *rows;

	if (webp == NULL)
		return false;
	db_begin(call, TX_WRITE, false);
	rows = db_query(
		call, INTO_DATABASE, DB_UUID(id), DB_UUID(&object), DB_BYTES(webp, size));
	if (rows->count > 0)
		db_query(call, RELEASE_OBJECT, DB_UUID(&object));
	db_commit(call);
	return true;
}

bool
image_move_step(struct call *call)
{
	/* The last image that was tried. One that cannot be moved is skipped until the
	 * next round. */
	static struct uuid after;
	static bool failed;
	const bool in = objects_in_use();
	const struct rows *rows =
		db_query(call, in ? NEXT_IN_DATABASE : NEXT_IN_STORE, DB_UUID(&after));
	bool moved;

	if (rows->count == 0) {
		after = (struct uuid){{0}};
		failed = false;
		return false;
	}
	after = row_uuid(rows, 0, "id");
	moved = in ? put(call, &after, row_text(rows, 0, "data"))
		   : get(call, &after, row_uuid(rows, 0, "object"),
			     (size_t)row_integer(rows, 0, "bytes"));
	/* After two failures in a row, the cause is not the image: stop this round. */
	if (!moved && failed) {
		failed = false;
		return false;
	}
	failed = !moved;
	return true;
}
