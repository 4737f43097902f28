/*
 * sp.h - the transport that speaks SP itself: one connection per replica, least
 * outstanding first, pings, caps, and no resending of writes.
 */
#ifndef KITH_GATEWAY_BUS_SP_SP_H
#define KITH_GATEWAY_BUS_SP_SP_H

#include "gateway/bus/base/transport.h"

extern const struct bus_transport bus_sp;

#endif
