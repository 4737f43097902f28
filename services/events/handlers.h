/*
 * handlers.h - the handlers of the events service, one per operation of the contract.
 */
#ifndef KITH_EVENTS_HANDLERS_H
#define KITH_EVENTS_HANDLERS_H

#include "common/call/call.h"
#include "proto/events/events.h"

#define EVENTS_HANDLER(name) op_handler name;
EVENTS_OPS(EVENTS_HANDLER)
#undef EVENTS_HANDLER

#endif
