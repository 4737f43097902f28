/*
 * nng_server.h - a service on a REP socket of libnng (KITH_BUS_TRANSPORT=nng), for every
 * address that libnng knows, and as the reference in tests.
 */
#ifndef KITH_COMMON_NNG_SERVER_NNG_SERVER_H
#define KITH_COMMON_NNG_SERVER_NNG_SERVER_H

#include "common/transport/transport.h"

extern const struct transport nng_server;

#endif
