/*
 * cluster.h - the private PostgreSQL cluster of an instance on one machine.
 */
#ifndef KITH_SERVICES_CTL_RUN_CLUSTER_H
#define KITH_SERVICES_CTL_RUN_CLUSTER_H

#include <stdbool.h>

#include "services/ctl/run/child.h"

struct cluster {
	const char *data_dir;   /* <run dir>/postgres/data */
	const char *socket_dir; /* <run dir>/postgres/socket: the only way in */
	const char *log_dir;
	const char *
		url; /* as the owner, with its password: never printed, in no environment */
	const char *bin_dir; /* of the PostgreSQL that runs it */
};

/* The database of the private cluster under a run directory, as its owner, whose password is in the
 * URL. Needs secret_load_root(). */
const char *cluster_url(const char *run_dir);

/* Prepares the cluster under the run directory, creating it if it does not exist; false with
 * a sentence on standard error. Allocates from the heap for the life of the process. */
bool
cluster_prepare(struct cluster *cluster, const struct user *user, const char *run_dir);

/* The server as a child to start. */
void cluster_child(const struct cluster *cluster, struct child *child);

/* Waits until the server answers; false after timeout_ms. */
bool cluster_wait(const struct cluster *cluster, int timeout_ms);

/* Creates the database unless it exists; false with a sentence on standard error. */
bool cluster_create_database(const struct cluster *cluster);

#endif
