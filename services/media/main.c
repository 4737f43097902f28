/*
 * main.c - the media service: images, and everything else that is fetched from the web.
 * Only media and notifications connect to hosts that the operator has not configured.
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

/* Threads that wait for the decoder, for web hosts, for the object store and for the
 * social provider. Each may hold a database connection while it stores its result. Four
 * members leave some of the first two to others. */
#define OUTSIDE_THREADS 12
#define WEB_THREADS 12
#define STORE_THREADS 4
#define SOCIAL_THREADS 6

/* Images of one member that wait or are decoded, and the threads that they occupy. */
#define IMAGES_PER_MEMBER 16
#define IMAGE_THREADS_PER_MEMBER 2

/* Concurrent calls per member, to web hosts and to the social provider. */
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
	/* Only with an object store. */
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

/* Enables the object store if one is configured. Exits with an error message when its
 * settings are invalid. */
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

/* The hosts that the process may connect to on ports other than 80 and 443. */
static const char *
reachable_hosts(void)
{
	static char list[4096];
	const struct config *settings = config_load();
	struct arena *arena = arena_new(1024);

	snprintf(list, sizeof(list), "%s,%s", settings->fetch_allow.data,
		provider_host_port(arena, settings->social_url.data));
	arena_free(arena);
	return list;
}

/* Whether the social provider's settings are complete or absent. */
static bool
is_social_set_up(void)
{
	const struct config *settings = config_load();

	if (!SOCIAL_IS_SET_UP(settings) ||
		(settings->social_client_id.size > 0 &&
			settings->social_client_secret.size > 0))
		return true;
	fprintf(stderr,
		"KITH_SOCIAL_URL requires KITH_SOCIAL_CLIENT_ID and "
		"KITH_SOCIAL_CLIENT_SECRET.\n");
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
		.threads_per_member = {[POOL_OUTSIDE] = IMAGE_THREADS_PER_MEMBER},
		.calls_per_member = {[POOL_OUTSIDE] = IMAGES_PER_MEMBER,
			[POOL_WEB] = WEB_CALLS_PER_MEMBER,
			[POOL_SOCIAL] = SOCIAL_CALLS_PER_MEMBER},
	};

	media_service.dials = reachable_hosts();
	if (argc == 1 && (!is_social_set_up() || !decoder_start(NULL) || !fetch_open()))
		return 1;
	if (argc == 1)
		use_store(&media_service);
	return service_main(argc, argv, &media_service);
}
