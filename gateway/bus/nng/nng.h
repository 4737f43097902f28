/*
 * nng.h - the transport on libnng's REQ sockets, for ipc:// and tcp:// addresses.
 */
#ifndef KITH_GATEWAY_BUS_NNG_NNG_H
#define KITH_GATEWAY_BUS_NNG_NNG_H

#include "gateway/bus/base/transport.h"

extern const struct bus_transport bus_nng;

#endif
