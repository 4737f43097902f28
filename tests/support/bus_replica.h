/*
 * bus_replica.h - a service for tests of the bus: libnng's own REP socket in a child
 * process, started from the test's own program (`bus_replica_main` is its other main).
 *
 * Operations: "read" answers its input; "slow" does so after 200 ms; "write" first
 * appends the call's request id as a line to a ledger. Every output is {"pid": …,
 * "input": …}. SIGTERM drains: pings report it, and the process ends when it is idle.
 */
#ifndef KITH_TESTS_BUS_REPLICA_H
#define KITH_TESTS_BUS_REPLICA_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/secret/secret.h"

/* The key that test replicas share with test clients. */
extern const struct key bus_replica_key;

/* Runs as a replica when the arguments say so, and never returns then. */
void bus_replica_main(int argc, char **argv);

pid_t bus_replica_start(const char *url, const char *ledger);

/* Kills a replica and reaps it. */
void bus_replica_kill(pid_t pid);

#endif
