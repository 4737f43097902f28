/*
 * slice.h - how long a thread runs before another one has its turn.
 *
 * Linux (6.12 and later) lets a thread say how long its slices are. Whoever wants short ones takes the
 * processor from others soon after it is woken, and gives it back as soon; whoever wants long ones
 * is interrupted less. Neither gets more of the processor, which is what nice values are for.
 * Earlier kernels take no notice.
 */
#ifndef KITH_COMMON_BASE_SLICE_H
#define KITH_COMMON_BASE_SLICE_H

/* Who answers others, and has them wait meanwhile; and who works for long, and waits for nobody. Linux
 * takes from 100 microseconds to 100 milliseconds. */
#define SLICE_SHORT_US 100
#define SLICE_LONG_US 4000

/* Sets the slice of the calling thread, and of the threads and processes that it makes later. */
void slice_set(int us);

#endif
