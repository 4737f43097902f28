#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/media/handlers.h"

STATEMENT(GET_IMAGE,
	"SELECT bytes, CASE WHEN $2 THEN NULL WHEN $3 THEN coalesce(small, data)"
	" ELSE data END AS data FROM images WHERE id = $1");

/* Images are public: their address is enough. */
enum problem
image_get(struct call *call, const void *input)
{
	const struct image_get_in *in = input;
	struct rows *rows = db_query(call, GET_IMAGE, DB_ID(in->id),
		DB_BOOLEAN(in->known), DB_BOOLEAN(in->small));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_MEDIA_NOT_FOUND, NULL);
	return reply_row(call, rows, 0, NULL);
}
