/*
 * slice.h - the scheduler's time slice of a thread.
 *
 * Since Linux 6.12 a thread can request a slice length. A thread with short slices runs
 * soon after it wakes up and is preempted as soon; a thread with long slices is
 * interrupted less often. The share of processor time does not change; nice values
 * control that. Earlier kernels ignore the request.
 */
#ifndef KITH_COMMON_BASE_SLICE_H
#define KITH_COMMON_BASE_SLICE_H

/* SHORT is for processes that answer requests, LONG for long work without waiting
 * clients. Linux accepts 100 microseconds to 100 milliseconds. */
#define SLICE_SHORT_US 100
#define SLICE_LONG_US 4000

/* Sets the slice of the calling thread, and of threads and processes that it creates. */
void slice_set(int us);

#endif
