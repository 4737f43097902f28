/*
 * main.c - the events service: events, RSVPs and calendars.
 */
#include "common/service/service.h"
#include "services/events/change_notices/change_notices.h"
#include "services/events/event/event_sweep.h"
#include "services/events/handlers.h"
#include "services/events/rsvp/rsvp_recheck.h"
#include "services/events/rsvp/rsvp_remind.h"

static const struct op_entry entries[] = {
#define EVENTS_ENTRY(name) {&op_##name, name},
	EVENTS_OPS(EVENTS_ENTRY)
#undef EVENTS_ENTRY
};

/* A seat freed by another service is filled within three seconds. */
static const struct task tasks[] = {
	{.name = "rsvp_recheck",
		.step = rsvp_recheck_step,
		.pause_ms = 1000,
		.tx = TX_WRITE,
		.pool = POOL_DATABASE},
	{.name = "event_sweep",
		.step = event_sweep_step,
		.pause_ms = 1000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "event_tell",
		.step = change_notices_step,
		.pause_ms = 5000,
		.tx = TX_WRITE,
		.pool = POOL_DATABASE},
	{.name = "rsvp_remind",
		.step = rsvp_remind_step,
		.pause_ms = 5000,
		.tx = TX_WRITE,
		.pool = POOL_DATABASE},
};

int
main(int argc, char **argv)
{
	static const struct service events_service = {
		.name = SERVICE_EVENTS,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
		.tasks = tasks,
		.task_count = COUNT_OF(tasks),
	};

	return service_main(argc, argv, &events_service);
}
