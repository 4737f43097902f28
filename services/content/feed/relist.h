/*
 * relist.h - what a member wrote leaves the indexes of the lists ten seconds after the member is
 * suspended, and enters them again when the member is not suspended any more.
 */
#ifndef KITH_SERVICES_CONTENT_FEED_RELIST_H
#define KITH_SERVICES_CONTENT_FEED_RELIST_H

#include "common/db/db.h"

/* Asks, and progress entries, of one member that a step moves at most. */
#define RELIST_BATCH 500

/* The step of the service's task; whether there may be more. */
bool relist_step(struct call *call);

#endif
