/*
 * oauth_sweep.h - the task that deletes expired OAuth rows.
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_OAUTH_SWEEP_H
#define KITH_SERVICES_IDENTITY_OAUTH_OAUTH_SWEEP_H

#include "common/db/db.h"

bool oauth_sweep(struct call *call);

#endif
