#include "services/identity/mail/task.h"

#include <time.h>

#include "common/base/log.h"
#include "common/config/config.h"

/* In a row; then it waits. */
#define RETRIES_MAX 3

/* Sleeps in short steps, so that the service stops at once when it is told to. */
static void
wait_for_next(const volatile int *stop, int wait_s)
{
	const struct timespec step = {.tv_nsec = 200000000L};

	for (int i = 0; i < wait_s * 5 && !*stop; i++)
		nanosleep(&step, NULL);
}

/* Whether to work again at once. */
static bool
work_once(struct call *call, const char *name, enum op_tx tx, bool (*work)(struct call *))
{
	bool more;

	db_begin(call, tx, false);
	more = work(call);
	if (call->outcome.db_problem == PROBLEM_NONE && !call->outcome.db_retry)
		db_commit(call);
	else
		db_rollback(call);
	if (call->outcome.db_retry)
		log_info("task_retried", LOG_TEXT("task", name),
			LOG_TEXT("error", db_error(call->db)));
	else if (call->outcome.db_problem != PROBLEM_NONE)
		log_warn("task_failed", LOG_TEXT("task", name),
			LOG_TEXT("error", db_error(call->db)));
	return more || call->outcome.db_retry;
}

void
task_repeat(const volatile int *stop, const char *name, int wait_s, enum op_tx tx,
	bool (*work)(struct call *call))
{
	struct db *db = db_new(config()->database_url.data, "identity");
	struct arena *arena = arena_new(4096);

	while (!*stop) {
		struct call call = {.arena = arena, .db = db};
		bool more = true;

		for (int retries = 0; more && retries <= RETRIES_MAX && !*stop;) {
			db_clear(&call);
			more = db_ready(db) && work_once(&call, name, tx, work);
			retries = call.outcome.db_retry ? retries + 1 : 0;
			arena_reset(arena);
		}
		wait_for_next(stop, wait_s);
	}
	db_free(db);
	arena_free(arena);
}
