/*
 * social_sweep.h - deletes expired link attempts, and revokes unused tokens.
 */
#ifndef KITH_SERVICES_MEDIA_SOCIAL_SOCIAL_SWEEP_H
#define KITH_SERVICES_MEDIA_SOCIAL_SOCIAL_SWEEP_H

#include "common/call/call.h"

/* Steps of tasks (common/task/task.h). */
bool social_sweep_step(struct call *call);
bool social_sweep_revoke_step(struct call *call);

#endif
