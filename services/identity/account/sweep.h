/*
 * sweep.h - the tasks that delete expired rows, every ten minutes.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_SWEEP_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_SWEEP_H

#include "common/db/db.h"

/* Deletes one batch of each kind except sign-ups. Returns whether more may be left. */
bool sweep_once(struct call *call);

/* Deletes one batch of sign-ups that can no longer be verified, in a transaction. Returns
 * whether more may be left. */
bool sweep_sign_ups(struct call *call);

#endif
