/*
 * handlers.h - the handlers of the orgs service, one per operation of the contract.
 */
#ifndef KITH_ORGS_HANDLERS_H
#define KITH_ORGS_HANDLERS_H

#include "common/call/call.h"
#include "proto/orgs/orgs.h"

#define ORGS_HANDLER(name) op_handler name;
ORGS_OPS(ORGS_HANDLER)
#undef ORGS_HANDLER

#endif
