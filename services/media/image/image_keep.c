/*
 * image_keep.c - stores an image in the database or in the object store.
 *
 * An object is recorded in image_objects before it is put into the store, and an image
 * refers to it only afterwards. If a step in between fails, the record lets
 * services/media/objects/sweep.c delete the object.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/secret/secret.h"
#include "services/media/image/image.h"
#include "services/media/objects/objects.h"

/* The time that is kept for the database after the store's answer. */
#define NOTE_MS 1000

/* Moves an image from the store to the database, because the store may have lost it. */
STATEMENT(STORE,
	"WITH old AS (SELECT object FROM images WHERE id = $1 AND object IS NOT NULL),"
	" released AS (UPDATE image_objects o SET look_at = now() FROM old"
	" WHERE o.id = old.object)"
	" INSERT INTO images (id, data, bytes, small) VALUES ($1, $2, $3, $4)"
	" ON CONFLICT (id) DO UPDATE SET look_at = EXCLUDED.look_at,"
	" small = COALESCE(EXCLUDED.small, images.small),"
	" data = COALESCE(images.data, EXCLUDED.data), object = NULL"
	" RETURNING id");

/* Extends the time of an existing image, wherever it is stored. */
STATEMENT(KEEP_LONGER,
	"UPDATE images SET look_at = now() + interval '20 minutes',"
	" small = COALESCE($2, small) WHERE id = $1 RETURNING id, object");

STATEMENT(NOTE_OBJECT,
	"INSERT INTO image_objects (id, image) VALUES ($1, $2)");

/* Locks the object's row until the commit, so that either the sweep sees the image's
 * reference, or this statement sees that the object is going. The new object replaces
 * only the lost one ($4). The sweep deletes remains of the lost one when no image
 * refers to it. */
STATEMENT(STORE_OBJECT,
	"WITH put AS (INSERT INTO images AS i (id, bytes, object, small)"
	" SELECT $1, $2, o.id, $5 FROM"
	" (SELECT id FROM image_objects WHERE id = $3 AND NOT going FOR KEY SHARE) o"
	" ON CONFLICT (id) DO UPDATE SET look_at = EXCLUDED.look_at,"
	" small = COALESCE(EXCLUDED.small, i.small),"
	" object = CASE WHEN i.object = $4 THEN EXCLUDED.object ELSE i.object END"
	" RETURNING id),"
	" released AS (UPDATE image_objects SET look_at = now()"
	" WHERE id = $4 AND EXISTS (SELECT FROM put))"
	" SELECT id FROM put");

static enum problem
unavailable(struct call *call)
{
	call->outcome.retry_after_s = 5;
	return call_fail(call, PROBLEM_SERVICE_UNAVAILABLE,
		"images cannot be stored at the moment; send this one again later");
}

static int64_t
left_ms(const struct call *call)
{
	return call->deadline_unix_ms - clock_unix_us() / 1000 - NOTE_MS;
}

static struct db_param
small_of(const struct decoder_image *image)
{
	struct db_param small = DB_BYTES(image->small, image->small_size);

	small.null = image->small == NULL;
	return small;
}

/* Puts the image into the store. `lost` is the object that it replaces because the
 * store lost it, or absent. */
static enum problem
put_object(struct call *call, const struct uuid *id, const struct decoder_image *image,
	struct identifier lost)
{
	const struct objects_name name = {.image = *id, .object = id_new()};
	struct rows *rows;

	db_query(call, NOTE_OBJECT, DB_UUID(&name.object), DB_UUID(id));
	/* An unrecorded object must not be put, because nothing would delete it. */
	if (call->outcome.db_problem != PROBLEM_NONE || call->outcome.db_retry ||
		objects_put(&name, image->webp, image->size, left_ms(call)) !=
			OBJECTS_DONE)
		return unavailable(call);
	rows = db_query(call, STORE_OBJECT, DB_UUID(id), DB_NUMBER((int64_t)image->size),
		DB_UUID(&name.object), DB_ID(lost), small_of(image));
	return rows->count > 0 ? reply_row(call, rows, 0, NULL) : unavailable(call);
}

/* Stores the image in the store, unless it exists. An existing object is read to
 * verify it, because sending an image again is all that a member can do about a lost
 * one. */
static enum problem
keep_object(struct call *call, const struct uuid *id, const struct decoder_image *image)
{
	struct rows *rows = db_query(call, KEEP_LONGER, DB_UUID(id), small_of(image));
	struct identifier object = {.presence = ABSENT};

	if (rows->count == 0)
		return put_object(call, id, image, object);
	if (row_null(rows, 0, "object"))
		return reply_row(call, rows, 0, NULL);
	object = (struct identifier){
		.presence = GIVEN, .uuid = row_uuid(rows, 0, "object")};
	if (image_from_store(call->arena, id, object.uuid, image->size, left_ms(call)) !=
		NULL)
		return reply_row(call, rows, 0, NULL);
	return put_object(call, id, image, object);
}

enum problem
image_keep(struct call *call, const struct decoder_image *image)
{
	const struct uuid id = image_id_of(image->webp, image->size);

	if (objects_in_use())
		return keep_object(call, &id, image);
	return reply_row(call,
		db_query(call, STORE, DB_UUID(&id), DB_BYTES(image->webp, image->size),
			DB_NUMBER((int64_t)image->size), small_of(image)),
		0, NULL);
}
