/*
 * main.c - the content service: asks and progress entries.
 */
#include "common/service/service.h"
#include "services/content/handlers.h"
#include "services/content/post/post_sweep.h"

static const struct op_entry entries[] = {
#define CONTENT_ENTRY(name) {&op_##name, name},
	CONTENT_OPS(CONTENT_ENTRY) PROGRESS_OPS(CONTENT_ENTRY)
#undef CONTENT_ENTRY
};

static const struct task tasks[] = {
	{.name = "post_sweep",
		.step = post_sweep_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
};

int
main(int argc, char **argv)
{
	static const struct service content_service = {
		.name = SERVICE_CONTENT,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
		.tasks = tasks,
		.task_count = COUNT_OF(tasks),
	};

	return service_main(argc, argv, &content_service);
}
