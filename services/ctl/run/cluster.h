/*
 * cluster.h - the private PostgreSQL cluster of an instance on one machine.
 */
#ifndef KITH_SERVICES_CTL_RUN_CLUSTER_H
#define KITH_SERVICES_CTL_RUN_CLUSTER_H

#include <stdbool.h>

#include "services/ctl/run/child.h"

struct cluster {
	const char *data_dir;   /* <run dir>/postgres/data */
	const char *socket_dir; /* <run dir>/postgres/socket: its only socket */
	const char *log_dir;
	const char *url;     /* with the owner's password: never print or export it */
	const char *bin_dir; /* of the PostgreSQL release that runs it */
};

/* The private cluster's database URL as its owner, with the password. Needs
 * secret_load_root(). */
const char *cluster_url(const char *run_dir);

/* Prepares the cluster below the run directory and creates it if it does not exist; false
 * after a message on standard error. The strings live as long as the process. */
bool
cluster_prepare(struct cluster *cluster, const struct user *user, const char *run_dir);

void cluster_child(const struct cluster *cluster, struct child *child);

/* Waits until the server accepts connections; false when its process ends, or after
 * timeout_ms. */
bool cluster_wait(const struct cluster *cluster, pid_t server, int timeout_ms);

/* Creates the database unless it exists; false after a message on standard error. */
bool cluster_create_database(const struct cluster *cluster);

#endif
