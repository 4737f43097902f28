/*
 * wake.h - wakes a loop from other threads.
 */
#ifndef KITH_COMMON_BASE_WAKE_H
#define KITH_COMMON_BASE_WAKE_H

#include "common/base/loop.h"

struct wake;

/* Calls `woken` in the loop after wake_send(); several calls of it may share one
 * callback. The object is never freed. Without a descriptor the process ends. */
struct wake *wake_new(struct loop *loop, loop_timer_due *woken, void *data);

/* Thread-safe. */
void wake_send(struct wake *wake);

#endif
