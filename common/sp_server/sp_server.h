/*
 * sp_server.h - a service that speaks SP REP itself (common/bus/sp_wire.h), on ipc://,
 * tcp:// and tls+tcp://.
 *
 * All of it belongs to the loop. A connection is read at most once in a turn, and its
 * answers leave at the end of the turn in one write.
 */
#ifndef KITH_COMMON_SP_SERVER_SP_SERVER_H
#define KITH_COMMON_SP_SERVER_SP_SERVER_H

#include "common/transport/transport.h"

/* Connections at once. Each gateway has one for each of its loops. */
#define SP_SERVER_PEERS_MAX 256

/* How long a peer may take to send its hello. */
#define SP_SERVER_GREETING_MS 5000

extern const struct transport sp_server;

/* Whether sp_server can listen on an address. */
bool sp_server_speaks(const char *address);

#endif
