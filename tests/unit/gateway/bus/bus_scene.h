/*
 * bus_scene.h - a bus and the scripted replicas that it calls.
 */
#ifndef KITH_TESTS_UNIT_GATEWAY_BUS_BUS_SCENE_H
#define KITH_TESTS_UNIT_GATEWAY_BUS_BUS_SCENE_H

#include "tests/support/test.h"
#include "tests/unit/gateway/bus/bus_client.h"
#include "tests/unit/gateway/bus/sp_peer.h"

static char *folder;
static struct sp_peer *peer, *other;
static struct bus_client client;

static inline void
set_up(void)
{
	folder = bus_client_folder();
	client = (struct bus_client){0};
	peer = NULL;
	other = NULL;
}

static inline void
tear_down(void)
{
	bus_client_free(&client);
	sp_peer_free(peer);
	sp_peer_free(other);
	rmdir(folder);
}

/* A peer with this script and a client that is connected to it. */
static inline void
connect_to(sp_peer_script *script, struct bus_options options)
{
	peer = sp_peer_new(folder, "peer", script);
	client = bus_client_new(peer->url, options);
	assert_true(bus_client_await_replicas(&client, 1));
}

/* A client of two peers with these scripts. */
static inline void
connect_to_both(sp_peer_script *script, sp_peer_script *other_script)
{
	char both[256];

	peer = sp_peer_new(folder, "peer", script);
	other = sp_peer_new(folder, "other", other_script);
	snprintf(both, sizeof(both), "%s, %s", peer->url, other->url);
	client = bus_client_new(both, (struct bus_options){0});
	assert_true(bus_client_await_replicas(&client, 2));
}

/* A script: accepts calls and never answers. */
static inline void
answers_nothing(struct sp_peer *me, int fd)
{
	struct sp_peer_call call;

	while (sp_peer_next(me, fd, &call))
		free(call.frame);
}

const struct test_scene test_scene = {.before = set_up, .after = tear_down};

#endif
