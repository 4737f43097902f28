/*
 * post_sweep.c - removes expired asks from the indexes of the lists. Without it, every
 * page would skip all asks that have ever expired.
 *
 * The sweep has no visible effect, because reads compare the expiry with the current
 * time. Several replicas may sweep concurrently.
 */
#include "services/content/post/post_sweep.h"

STATEMENT(SWEEP,
	"WITH past AS ("
	"UPDATE posts SET lapsed = true WHERE id = ANY (ARRAY("
	"SELECT id FROM posts WHERE status = 'open' AND NOT lapsed"
	" AND expires_at <= now()"
	" ORDER BY expires_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)) RETURNING id),"
	" targets AS ("
	"UPDATE post_targets t SET is_open = false FROM past WHERE t.post_id = past.id)"
	" SELECT count(*) AS swept FROM past");

int64_t
post_sweep_once(struct call *call)
{
	struct rows *rows = db_query(call, SWEEP, DB_NUMBER(POST_SWEEP_BATCH));

	return rows->count == 1 ? row_integer(rows, 0, "swept") : 0;
}

bool
post_sweep_step(struct call *call)
{
	return post_sweep_once(call) == POST_SWEEP_BATCH;
}
