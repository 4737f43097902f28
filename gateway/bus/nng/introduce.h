/*
 * introduce.h - pings before a large call; only nng.c includes it.
 */
#ifndef KITH_GATEWAY_BUS_NNG_INTRODUCE_H
#define KITH_GATEWAY_BUS_NNG_INTRODUCE_H

#include "gateway/bus/base/transport.h"

/* Sends a ping on each connection to the service; nobody waits for the replies. */
void bus_nng_introduce(struct bus *bus, enum service_name service);

#endif
