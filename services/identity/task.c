#include "services/identity/task.h"

#include <time.h>

#include "common/config.h"
#include "common/log.h"

/* Sleeps in short steps, so that the service stops at once when it is told to. */
static void
wait_for_next(const volatile int *stop, int wait_s)
{
	const struct timespec step = {.tv_nsec = 200000000L};

	for (int i = 0; i < wait_s * 5 && !*stop; i++)
		nanosleep(&step, NULL);
}

static void
work_once(struct call *call, const char *name, enum op_tx tx, void (*work)(struct call *))
{
	db_begin(call, tx, false);
	work(call);
	if (call->db_problem == PROBLEM_NONE && !call->db_retry)
		db_commit(call);
	else
		db_rollback(call);
	if (call->db_problem != PROBLEM_NONE)
		log_warn("task_failed", LOG_TEXT("task", name),
			LOG_TEXT("error", db_error(call->db)));
}

void
task_repeat(const volatile int *stop, const char *name, int wait_s, enum op_tx tx,
	void (*work)(struct call *call))
{
	struct db *db = db_new(config()->database_url.data, "identity");
	struct arena *arena = arena_new(4096);

	while (!*stop) {
		struct call call = {.arena = arena, .db = db};

		if (db_ready(db))
			work_once(&call, name, tx, work);
		arena_reset(arena);
		wait_for_next(stop, wait_s);
	}
	db_free(db);
	arena_free(arena);
}
