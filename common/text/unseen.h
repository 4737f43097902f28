/*
 * unseen.h - code points that show nothing by themselves.
 */
#ifndef KITH_COMMON_TEXT_UNSEEN_H
#define KITH_COMMON_TEXT_UNSEEN_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the point is a blank, a control, a default-ignorable or a combining mark. */
bool unseen(uint32_t point);

#endif
