/*
 * server.h - which PostgreSQL of the machine runs the private cluster.
 */
#ifndef KITH_SERVICES_CTL_RUN_SERVER_H
#define KITH_SERVICES_CTL_RUN_SERVER_H

#include "common/base/arena.h"
#include "services/ctl/run/child.h"

/* Where Debian keeps each release in a folder that is called like it. */
#define SERVER_PLACE "/usr/lib/postgresql/"

/* The folder with the programs of a release, or with release 0 of the newest one; NULL when there is
 * none. `place` ends with a slash. Lives in the arena. */
const char *server_find(struct arena *arena, const char *place, int release);

/* The release that a data folder was made with: 0 when there is no cluster in it, -1 with errno set
 * when nobody can say. */
int server_release(const struct user *user, const char *data_dir);

/* Finds the programs for a data folder: of its own release, as no other one opens it, and the newest
 * for a folder that is still to be made. NULL with a sentence on standard error. */
const char *
server_choose(struct arena *arena, const struct user *user, const char *data_dir);

#endif
