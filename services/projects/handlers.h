/*
 * handlers.h - the handlers of the projects service, one per operation of the contract.
 */
#ifndef KITH_SERVICES_PROJECTS_HANDLERS_H
#define KITH_SERVICES_PROJECTS_HANDLERS_H

#include "common/call/call.h"
#include "proto/projects/affiliations.h"

#define PROJECTS_HANDLER(name) op_handler name;
PROJECT_OPS(PROJECTS_HANDLER)
AFFILIATION_OPS(PROJECTS_HANDLER)
#undef PROJECTS_HANDLER

#endif
