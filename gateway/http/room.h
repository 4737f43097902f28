/*
 * room.h - the caps of connections and of memory, and which connection is ended when
 * places or memory run out.
 *
 * A connection of the network that holds most gives way at once. Otherwise, the one that
 * has been idle or slow for longest does.
 */
#ifndef KITH_GATEWAY_HTTP_ROOM_H
#define KITH_GATEWAY_HTTP_ROOM_H

#include "gateway/http/connection.h"

/* Whether the caps admit one more connection from an address. Two loops that ask at the
 * same moment may both admit one to the last place. */
bool http_connection_admits(struct http_connections *all, const struct in6_addr *address);

/* Moves the connection to a phase and starts its deadline, unless it is ended. */
void http_connection_enter(struct http_connection *connection, enum http_phase phase);

/* Ends the connections whose deadline has passed, and returns free memory. */
void http_connection_sweep(struct http_connections *all);

/* Ends slow connections until `more` bytes fit into a share; false when that is not
 * enough. The connection that asks may be one of them. */
bool http_connection_make_room(
	struct http_connection *connection, enum http_share share, size_t more);

#endif
