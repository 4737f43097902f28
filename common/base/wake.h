/*
 * wake.h - a signal from other threads to a loop.
 */
#ifndef KITH_COMMON_BASE_WAKE_H
#define KITH_COMMON_BASE_WAKE_H

#include "common/base/loop.h"

struct wake;

/* Calls `woken` in the loop after each wake_send(). Several signals may share one call.
 * The object lives as long as the process, which ends here when it has no descriptor. */
struct wake *wake_new(struct loop *loop, loop_timer_due *woken, void *data);

/* Any thread may call it. */
void wake_send(struct wake *wake);

#endif
