/*
 * keys.h - the key files of the processes: `kithctl keys`.
 */
#ifndef KITH_CTL_KEYS_H
#define KITH_CTL_KEYS_H

#include <stdbool.h>

#include "proto/op.h"

/* Writes DIR/NAME, mode 0600, in the place of one that is there; false with errno set. Needs
 * secret_load_root(). */
bool keys_write(const char *dir, enum service_name process);

#endif
