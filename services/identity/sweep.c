/*
 * sweep.c - removes counters of attempts that no longer count, links that nobody can open any
 * more, and credentials that ended 30 days ago; gives back uses of invite codes whose sign-ups
 * were not verified. Any number of services may do it at once.
 */
#include "services/identity/sweep.h"

#include <time.h>

#include "common/config.h"
#include "common/log.h"
#include "services/identity/invite.h"

#define SWEEP_SECONDS 600

/* A link is kept for a week after its end: a verification mail can be sent again until then. */
static const char *const SWEEPS[] = {
	"DELETE FROM attempts WHERE ctid = ANY (ARRAY(SELECT ctid FROM attempts"
	" WHERE started_at < now() - interval '15 minutes' LIMIT 10000))",
	"DELETE FROM mail_tokens WHERE ctid = ANY (ARRAY(SELECT ctid FROM mail_tokens"
	" WHERE expires_at < now() - interval '7 days' LIMIT 10000))",
	"DELETE FROM credentials WHERE ctid = ANY (ARRAY(SELECT ctid FROM credentials"
	" WHERE expires_at < now() - interval '30 days' LIMIT 10000))",
};

void
sweep_once(struct call *call)
{
	for (size_t i = 0; i < COUNT_OF(SWEEPS); i++)
		db_query_plain(call, SWEEPS[i]);
	invite_sweep(call);
}

/* Sleeps in short steps, so that the service stops at once when it is told to. */
static void
wait_for_next(const volatile int *stop)
{
	const struct timespec step = {.tv_nsec = 200000000L};

	for (int i = 0; i < SWEEP_SECONDS * 5 && !*stop; i++)
		nanosleep(&step, NULL);
}

void
sweep_run(const volatile int *stop)
{
	struct db *db = db_new(config()->database_url.data, "identity");
	struct arena *arena = arena_new(4096);

	while (!*stop) {
		struct call call = {.arena = arena, .db = db};

		if (db_ready(db)) {
			sweep_once(&call);
			if (call.db_problem != PROBLEM_NONE)
				log_warn("sweep_failed", LOG_TEXT("error", db_error(db)));
		}
		arena_reset(arena);
		wait_for_next(stop);
	}
	db_free(db);
	arena_free(arena);
}
