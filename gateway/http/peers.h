/*
 * peers.h - how many connections each client address holds.
 *
 * IPv4 is counted by address, IPv6 by /64, because a client with one IPv6 address has
 * 2^64 of them. The servers of a process share a table, so that caps hold for the
 * process.
 */
#ifndef KITH_GATEWAY_HTTP_PEERS_H
#define KITH_GATEWAY_HTTP_PEERS_H

#include <netinet/in.h>

struct http_peers;

/* A table for about `expected` addresses. */
struct http_peers *http_peers_new(int expected);
void http_peers_free(struct http_peers *peers);

/* The number of all connections. */
int http_peers_total(struct http_peers *peers);

int http_peers_count(struct http_peers *peers, const struct in6_addr *address);

/* The number of connections of the address's network: a /24 of IPv4, a /48 of IPv6. */
int http_peers_count_network(struct http_peers *peers, const struct in6_addr *address);

void http_peers_add(struct http_peers *peers, const struct in6_addr *address);
void http_peers_remove(struct http_peers *peers, const struct in6_addr *address);

#endif
