/*
 * replica.h - reads on a streaming replica of the database (KITH_DATABASE_READ_URL,
 * record 45).
 *
 * A thread measures how old the replica is. A call that may read what is
 * READ_BEHIND_MAX_MS old is tried there first, and then on the primary whenever anything
 * is wrong with the replica.
 */
#ifndef KITH_COMMON_REPLICA_REPLICA_H
#define KITH_COMMON_REPLICA_REPLICA_H

#include "common/connections/connections.h"
#include "common/run/run.h"

struct replica;

/* The replica of a service; NULL when none is configured. */
struct replica *replica_new(enum service_name service);

/* The thread that measures its age; it never ends. */
void *replica_watch(void *replica);

/* A connection to the replica for one worker. */
struct db *replica_connection(struct connections *connections);

/* Carries out a read on the replica, on a connection to it. False when the replica is too
 * old, or did not answer: then the call is as it was before. */
bool replica_answers(struct replica *replica, struct db *db, struct call *call,
	op_handler *handler, const void *input, size_t size);

/* How many calls it has answered. */
uint64_t replica_reads(const struct replica *replica);

/* Has the next transaction of a call fail unless its server is a replica, and the one
 * that was measured: the one that started at .replica_started_us. */
void replica_confirm(struct call *call);

#endif
