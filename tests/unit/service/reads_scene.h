/*
 * reads_scene.h - a service whose reads share connections to the database, and a peer of
 * it.
 */
#ifndef KITH_TESTS_UNIT_SERVICE_READS_SCENE_H
#define KITH_TESTS_UNIT_SERVICE_READS_SCENE_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/scratch.h"
#include "tests/support/service_client.h"
#include "tests/support/things.h"
#include "tests/unit/service/sp_client.h"

/* Two connections are shared, each by eight single records and eight lists; four are not
 * shared. */
#define CONNECTIONS "6"
#define SHARED 2

/* As many exclusive connections, with one shared one. */
#define CONNECTIONS_ONE_SHARED "4"

/* Waiting lock requests for the table, in this test's database only. */
#define WAITED_FOR \
	"pg_locks WHERE NOT granted AND relation = 'things'::regclass" \
	" AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"

static char directory[64];
static pid_t service;
static int fd;
static uint32_t
	asked; /* the id of the newest request; the same id again would be a replay */

static inline void
start_with(const char *connections)
{
	scratch_open(NULL);
	scratch_sql("DROP TABLE IF EXISTS things");
	things_create_table();
	snprintf(directory, sizeof(directory), "/tmp/kith-reads-%d", (int)getpid());
	mkdir(directory, 0700);
	setenv("KITH_WORKERS", connections, 1);
	asked = 0;
	service = service_client_start(directory);
	for (int i = 0; i < 300 && (fd = sp_client_open(directory)) < 0; i++)
		usleep(10000);
}

static inline void
start(void)
{
	start_with(CONNECTIONS);
}

static inline void
stop(void)
{
	char path[100];

	close(fd);
	service_client_stop(service, SIGTERM);
	unsetenv("KITH_WORKERS");
	snprintf(path, sizeof(path), "%s/content.ipc", directory);
	unlink(path);
	rmdir(directory);
}

/* Ends the service's connections. */
static inline void
cut_connections(void)
{
	scratch_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
		    " WHERE usename = 'kith_content'"
		    " AND datname = current_database() AND pid <> pg_backend_pid()");
}

#endif
