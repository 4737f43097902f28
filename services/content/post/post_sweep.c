/*
 * post_sweep.c - takes expired asks out of the indexes; otherwise every page would pass over all
 * that have expired over the years.
 *
 * Nobody sees a difference, because every read works out from the expiry whether an ask has
 * expired. Any number of services may sweep at once.
 */
#include "services/content/post/post_sweep.h"

#include <time.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/config/config.h"

#define SWEEP_MS 60000
#define CALL_MS 20000

STATEMENT(SWEEP,
	"WITH past AS ("
	"UPDATE posts SET lapsed = true WHERE id = ANY (ARRAY("
	"SELECT id FROM posts WHERE status = 'open' AND NOT lapsed AND expires_at <= now()"
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

/* Batch after batch, until one is not full. */
static void
sweep_all(struct db *db, struct arena *arena, const volatile int *stop)
{
	int64_t swept = POST_SWEEP_BATCH;

	while (!*stop && swept == POST_SWEEP_BATCH && db_ready(db)) {
		struct call call = {
			.arena = arena,
			.db = db,
			.deadline_unix_ms = clock_unix_us() / 1000 + CALL_MS,
		};

		swept = post_sweep_once(&call);
		if (call.outcome.db_problem != PROBLEM_NONE)
			log_warn("post_sweep_failed", LOG_TEXT("error", db_error(db)));
		arena_reset(arena);
	}
}

void
post_sweep_run(const volatile int *stop)
{
	const struct timespec step = {.tv_nsec = 200L * 1000 * 1000};
	struct arena *arena = arena_new(4096);
	struct db *db = db_new(config()->database_url.data, "content");
	int64_t next_ms = 0;

	while (!*stop) {
		if (clock_monotonic_ms() >= next_ms) {
			sweep_all(db, arena, stop);
			next_ms = clock_monotonic_ms() + SWEEP_MS;
		}
		nanosleep(&step, NULL);
	}
	db_free(db);
	arena_free(arena);
}
