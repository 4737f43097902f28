/*
 * connections.h - the database connections of the workers of a loop.
 *
 * While it connects, libpq looks up names and derives keys, which may take seconds. So a
 * thread opens the connections, one after the other, and hands each to the loop.
 * Everything else belongs to the loop.
 */
#ifndef KITH_COMMON_CONNECTIONS_CONNECTIONS_H
#define KITH_COMMON_CONNECTIONS_CONNECTIONS_H

#include "common/base/loop.h"
#include "common/db/db.h"
#include "common/worker/worker.h"

struct connections;

/* Creates an empty set, which lives as long as the process. */
struct connections *
connections_new(struct loop *loop, struct workers *workers, enum service_name service);

/* A connection to the primary for one worker. It opens at its first use. */
struct db *connections_own(struct connections *connections);

/* The same to another server, for reads only. Opening it may take `open_ms`. */
struct db *
connections_other(struct connections *connections, const char *url, int open_ms);

/* Adds a connection that readers share. A reader has no connection of its own; its
 * statements run on any shared one. */
void connections_add_shared(struct connections *connections);
struct db *connections_reader(struct connections *connections, struct worker *worker);

/* Sends the statements of the readers at the end of a turn. */
void connections_send(struct connections *connections);

/* Ends shared connections whose answers are overdue. */
void connections_expire(struct connections *connections);

/* Tries again to open a failed connection, if its back-off has passed. */
void connections_reopen(struct db *db);

/* Whether the database has been reached. */
bool connections_reached(const struct connections *connections);

/* The main function of the thread that opens connections. It never returns. */
void *connections_open_all(void *connections);

#endif
