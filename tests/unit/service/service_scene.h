/*
 * service_scene.h - a service process with the operations of tests/support/things.h, and
 * an ordinary client of it.
 */
#ifndef KITH_TESTS_UNIT_SERVICE_SERVICE_SCENE_H
#define KITH_TESTS_UNIT_SERVICE_SERVICE_SCENE_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/service/service.h"
#include "tests/support/scratch.h"
#include "tests/support/service_client.h"
#include "tests/support/things.h"

static char directory[64];
static pid_t service;
static nng_socket client;

static inline void
start(void)
{
	scratch_open(NULL);
	scratch_sql("DROP TABLE IF EXISTS things");
	things_create_table();
	snprintf(directory, sizeof(directory), "/tmp/kith-service-%d", (int)getpid());
	mkdir(directory, 0700);
	strcat(directory, "/bus");
	setenv("KITH_WORKERS", "2", 1);
	service = service_client_start(directory);
	client = service_client_dial(directory);
}

static inline void
stop(void)
{
	service_client_close(client);
	if (service > 0)
		service_client_stop(service, SIGKILL);
	unsetenv("KITH_WORKERS");
}

static inline void
remove_directory(void)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/content.ipc", directory);
	unlink(path);
	rmdir(directory);
	*strrchr(directory, '/') = '\0';
	rmdir(directory);
}

#endif
