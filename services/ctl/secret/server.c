/*
 * server.c - the database during a rotation, and its owner.
 *
 * The private cluster runs only while Kith does, and Kith must be stopped. So the command
 * starts the cluster itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/ctl/keys.h"
#include "services/ctl/run/cluster.h"
#include "services/ctl/run/database_url.h"
#include "services/ctl/run/server.h"
#include "services/ctl/secret/inside.h"

#define START_MS 30000
#define STOP_MS 30000

/* A cluster of a killed command needs some time to end. */
#define ENDING_MS 5000

/* Whether the cluster answers and goes on doing so. */
static bool
is_running(void)
{
	const int64_t give_up = clock_monotonic_ms() + ENDING_MS;
	const struct timespec pause = {.tv_nsec = 50000000};

	while (PQping(database_url_of_owner()) != PQPING_NO_RESPONSE) {
		if (clock_monotonic_ms() > give_up)
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

/* Whether the run folder has a cluster; prints a message if not. */
static bool
exists(struct arena *arena, const struct user *user, const char *run_dir)
{
	const char *data = arena_printf(arena, "%s/postgres/data", run_dir);

	if (server_release(user, data) > 0)
		return true;
	fprintf(stderr,
		"kithctl: %s has no database. Set KITH_RUN_DIR or KITH_DATABASE_URL to "
		"those of the instance.\n",
		data);
	return false;
}

bool
rotation_server_start(struct arena *arena, struct rotation_server *server)
{
	struct cluster cluster = {0};
	const char *run_dir;

	*server = (struct rotation_server){0};
	if (database_url_given() != NULL)
		return true;
	if (is_running()) {
		fprintf(stderr, "kithctl: Kith is running: stop it first\n");
		return false;
	}
	if (!user_choose(&server->user, config()->run_dir.data))
		return false;
	run_dir = user_run_dir(&server->user, config()->run_dir.data);
	if (run_dir == NULL || !exists(arena, &server->user, run_dir) ||
		!cluster_prepare(&cluster, &server->user, run_dir))
		return false;
	cluster_child(&cluster, &server->child);
	if (child_start(&server->child, &server->user, cluster.log_dir) &&
		cluster_wait(&cluster, server->child.pid, START_MS))
		return true;
	fprintf(stderr,
		"kithctl: the private database does not start: see %s/postgres.log\n",
		cluster.log_dir);
	return false;
}

void
rotation_server_stop(struct rotation_server *server)
{
	if (server->child.pid != 0)
		child_stop_all(&server->child, 1, STOP_MS);
}

const char *
rotation_owner_password(struct arena *arena)
{
	const bool private = database_url_given() == NULL;
	struct key key = private ? secret_key("database " KEYS_OWNER)
				 : secret_role_key("owner", KEYS_OWNER);
	const char *password = base64url_encode(arena, key.bytes, sizeof(key.bytes));

	explicit_bzero(&key, sizeof(key));
	return password;
}

PGconn *
rotation_connect(const char *password, bool quiet)
{
	const char *const keywords[] = {"dbname", "connect_timeout", "password", NULL};
	const char *const values[] = {database_url_of_owner(), "10", password, NULL};
	PGconn *connection = PQconnectdbParams(keywords, values, 1);

	if (PQstatus(connection) == CONNECTION_OK)
		return connection;
	if (!quiet)
		fprintf(stderr, "kithctl: the database cannot be reached: %s",
			PQerrorMessage(connection));
	PQfinish(connection);
	return NULL;
}
