/*
 * inside.h - the parts of `kithctl secret rotate`.
 */
#ifndef KITH_SERVICES_CTL_SECRET_INSIDE_H
#define KITH_SERVICES_CTL_SECRET_INSIDE_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"
#include "services/ctl/run/child.h"

/* ---- values.c ---- */

/* What a rotation changed. */
struct rotated {
	long encrypted; /* values that are encrypted under the next secret now */
	long lost;      /* values that the present secret could not decrypt */
	long members;   /* members whose recovery codes were deleted */
};

/* Encrypts all values of the database under the next secret, and deletes those that
 * cannot be, in the connection's transaction. False after an error message. */
bool values_rotate(struct arena *arena, PGconn *connection, struct rotated *rotated);

/* ---- server.c ---- */

/* The private cluster, which the command runs itself while Kith is stopped. */
struct rotation_server {
	struct user user;
	struct child child; /* .pid 0 = the operator's server is used */
};

/* Starts the private cluster unless the operator named a server; false after an error
 * message. server_stop() may follow in both cases. */
bool rotation_server_start(struct arena *arena, struct rotation_server *server);
void rotation_server_stop(struct rotation_server *server);

/* The password of the database's owner if it is derived from the root secret: that of the
 * private cluster, or else that which `kithctl prepare` writes. */
const char *rotation_owner_password(struct arena *arena);

/* Connects as the owner. Without `password` it is that of the settings. NULL after an
 * error message, which is left out if `quiet`. */
PGconn *rotation_connect(const char *password, bool quiet);

#endif
