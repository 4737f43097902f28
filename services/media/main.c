/*
 * main.c - the media service: images, and whatever else is fetched from the web. No other process
 * than this one and notifications reaches a host that the operator has not named.
 */
#include "common/config/config.h"
#include "common/service/service.h"
#include "services/media/fetch/fetch.h"
#include "services/media/handlers.h"
#include "services/media/image/decoder.h"
#include "services/media/image/image_sweep.h"

/* Threads that wait: for hosts, and for the decoder. Each may hold a connection to the database
 * while it stores what it has made. */
#define OUTSIDE_WORKERS 16

static const struct op_entry entries[] = {
#define MEDIA_ENTRY(name) {&op_##name, name},
	MEDIA_OPS(MEDIA_ENTRY)
#undef MEDIA_ENTRY
};

static const struct service_task tasks[] = {
	{.name = "sweep_images",
		.step = image_sweep_step,
		.pause_ms = 300000,
		.tx = TX_WRITE,
		.lane = LANE_DATABASE},
};

int
main(int argc, char **argv)
{
	struct service media_service = {
		.name = SERVICE_MEDIA,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
		.tasks = tasks,
		.task_count = COUNT_OF(tasks),
		.outside_workers = OUTSIDE_WORKERS,
	};

	media_service.dials = config_load()->fetch_allow.data;
	if (argc == 1 && (!decoder_start(NULL) || !fetch_open()))
		return 1;
	return service_main(argc, argv, &media_service);
}
