/*
 * main.c - the media service: images, and whatever else is fetched from the web. No other process
 * than this one and notifications reaches a host that the operator has not named.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/config/config.h"
#include "common/service/service.h"
#include "services/media/fetch/fetch.h"
#include "services/media/handlers.h"
#include "services/media/image/decoder.h"
#include "services/media/image/image_move.h"
#include "services/media/image/image_sweep.h"
#include "services/media/objects/objects.h"
#include "services/media/objects/sweep.h"
#include "services/media/social/provider.h"
#include "services/media/social/social_sweep.h"

/* Threads that wait for the decoder, for hosts, for the object store, and for the social provider. Each may
 * hold a connection to the database while it stores what it has made. */
#define OUTSIDE_THREADS 12
#define WEB_THREADS 8
#define STORE_THREADS 4
#define SOCIAL_THREADS 6

/* How many hosts one member may have us wait for at once, and how often for the provider. */
#define WEB_CALLS_PER_MEMBER 2
#define SOCIAL_CALLS_PER_MEMBER 2

static const struct op_entry entries[] = {
#define MEDIA_ENTRY(name) {&op_##name, name},
	MEDIA_OPS(MEDIA_ENTRY) SOCIAL_OPS(MEDIA_ENTRY)
#undef MEDIA_ENTRY
};

static const struct task tasks[] = {
	{.name = "sweep_images",
		.step = image_sweep_step,
		.pause_ms = 300000,
		.tx = TX_WRITE,
		.pool = POOL_DATABASE},
	{.name = "sweep_social_links",
		.step = social_sweep_step,
		.pause_ms = 60000,
		.tx = TX_WRITE,
		.pool = POOL_DATABASE},
	{.name = "revoke_social_tokens",
		.step = social_sweep_revoke_step,
		.pause_ms = 2000,
		.tx = TX_NONE,
		.pool = POOL_OUTSIDE},
	/* Where a store is configured. */
	{.name = "sweep_objects",
		.step = objects_sweep_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_OUTSIDE},
	{.name = "move_images",
		.step = image_move_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_OUTSIDE},
};

#define STORE_TASKS 2

/* Has the service use the object store, if one is configured; ends the process with a sentence when it
 * cannot be used. */
static void
use_store(struct service *service)
{
	static struct sandbox_server reach;
	struct arena *arena = arena_new(4096); /* lives as long as the process */
	const char *why = objects_open(arena, &reach);

	if (why != NULL) {
		fprintf(stderr, "kith-media: cannot use KITH_S3_URL: %s\n", why);
		exit(1);
	}
	if (objects_configured())
		service->server = &reach;
	else
		service->task_count -= STORE_TASKS;
}

/* What the process connects to beside the ports of the web. */
static const char *
places(void)
{
	static char list[4096];
	const struct config *settings = config_load();
	struct arena *arena = arena_new(1024);

	snprintf(list, sizeof(list), "%s,%s", settings->fetch_allow.data,
		provider_place(arena, settings->social_url.data));
	arena_free(arena);
	return list;
}

/* Whether a provider is set up wholly, or not at all. */
static bool
is_social_set_up(void)
{
	const struct config *settings = config_load();

	if (!SOCIAL_IS_SET_UP(settings) ||
		(settings->social_client_id.size > 0 &&
			settings->social_client_secret.size > 0))
		return true;
	fprintf(stderr,
		"KITH_SOCIAL_URL needs KITH_SOCIAL_CLIENT_ID and KITH_SOCIAL_CLIENT_SECRET.\n");
	return false;
}

int
main(int argc, char **argv)
{
	struct service media_service = {
		.name = SERVICE_MEDIA,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
		.tasks = tasks,
		.task_count = COUNT_OF(tasks),
		.threads = {[POOL_OUTSIDE] = OUTSIDE_THREADS,
			[POOL_WEB] = WEB_THREADS,
			[POOL_STORE] = STORE_THREADS,
			[POOL_SOCIAL] = SOCIAL_THREADS},
		.calls_per_member = {[POOL_WEB] = WEB_CALLS_PER_MEMBER,
			[POOL_SOCIAL] = SOCIAL_CALLS_PER_MEMBER},
	};

	media_service.dials = places();
	if (argc == 1 && (!is_social_set_up() || !decoder_start(NULL) || !fetch_open()))
		return 1;
	if (argc == 1)
		use_store(&media_service);
	return service_main(argc, argv, &media_service);
}
