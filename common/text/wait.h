/*
 * wait.h - how long to wait, for people and assistants.
 */
#ifndef KITH_COMMON_TEXT_WAIT_H
#define KITH_COMMON_TEXT_WAIT_H

#include <stdint.h>

#define WAIT_WORDS_SIZE 32

/* "20 seconds", "15 minutes" after 90 seconds, "3 hours" after two hours; rounded up. */
void wait_words(char words[WAIT_WORDS_SIZE], int64_t seconds);

#endif
