/*
 * relist.h - what a member wrote leaves the indexes of the lists ten seconds after the member is
 * suspended, and enters them again when the member is not suspended any more.
 */
#ifndef KITH_SERVICES_CONTENT_RELIST_RELIST_H
#define KITH_SERVICES_CONTENT_RELIST_RELIST_H

#include "common/db/db.h"

/* Items of one member that a step looks at. */
#define RELIST_BATCH 200

/* Takes an author that is due, for a minute; false when none is. */
bool relist_take(struct call *call, struct uuid *author);

/* Moves the next items of an author, in a transaction. After the last one the author is done with. */
void relist_move(struct call *call, const struct uuid *author);

/* The step of the service's task, both of these; whether there may be more. */
bool relist_step(struct call *call);

#endif
