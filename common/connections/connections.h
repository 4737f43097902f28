/*
 * connections.h - the connections to the database that the workers of a loop use.
 *
 * libpq looks names up and derives keys while it connects, which may take seconds. So a
 * thread opens connections, one after the other, and hands each to the loop. Everything
 * else belongs to the loop.
 */
#ifndef KITH_COMMON_CONNECTIONS_CONNECTIONS_H
#define KITH_COMMON_CONNECTIONS_CONNECTIONS_H

#include "common/base/loop.h"
#include "common/db/db.h"
#include "common/worker/worker.h"

struct connections;

/* None yet. They live as long as the process. */
struct connections *
connections_new(struct loop *loop, struct workers *workers, enum service_name service);

/* A connection for one worker, to the primary. It is opened when it is needed. */
struct db *connections_own(struct connections *connections);

/* The same to another server, for reads alone. Opening it may take `open_ms`. */
struct db *
connections_other(struct connections *connections, const char *url, int open_ms);

/* Adds a connection that readers share, and a reader of these: a connection in name only, whose
 * statements leave on any of them. */
void connections_add_shared(struct connections *connections);
struct db *connections_reader(struct connections *connections, struct worker *worker);

/* At the end of a turn: sends the statements of the readers. */
void connections_send(struct connections *connections);

/* Ends shared connections whose answers are overdue. */
void connections_expire(struct connections *connections);

/* Tries again to open a connection that could not be opened, once it is time for that. */
void connections_reopen(struct db *db);

/* Whether the database has been reached. */
bool connections_reached(const struct connections *connections);

/* The thread that opens connections; it never ends. */
void *connections_open_all(void *connections);

#endif
