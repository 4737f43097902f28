/*
 * handlers.h - the handlers of the notifications service, one for each operation of its
 * contract.
 */
#ifndef KITH_NOTIFICATIONS_HANDLERS_H
#define KITH_NOTIFICATIONS_HANDLERS_H

#include "common/call/call.h"
#include "proto/notifications/intros.h"
#include "proto/notifications/notifications.h"
#include "proto/notifications/searches.h"

#define NOTIFICATIONS_HANDLER(name) op_handler name;
NOTIFICATIONS_OPS(NOTIFICATIONS_HANDLER)
INTRO_OPS(NOTIFICATIONS_HANDLER)
SEARCH_OPS(NOTIFICATIONS_HANDLER)
#undef NOTIFICATIONS_HANDLER

#endif
