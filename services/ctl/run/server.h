/*
 * server.h - selects the PostgreSQL release that runs the private cluster.
 */
#ifndef KITH_SERVICES_CTL_RUN_SERVER_H
#define KITH_SERVICES_CTL_RUN_SERVER_H

#include "common/base/arena.h"
#include "services/ctl/run/child.h"

/* Debian's folder; each release has a subfolder with its number. */
#define SERVER_PLACE "/usr/lib/postgresql/"

/* The program folder of a release, or of the newest for release 0; NULL when none is
 * installed. `place` ends with a slash. Lives in the arena. */
const char *server_find(struct arena *arena, const char *place, int release);

/* The release that made a data folder; 0 when the folder has no cluster, -1 with errno
 * set when it cannot be read. */
int server_release(const struct user *user, const char *data_dir);

/* The program folder for a data folder: that of its release, or of the newest for a new
 * cluster. NULL after a message on standard error. */
const char *
server_choose(struct arena *arena, const struct user *user, const char *data_dir);

#endif
