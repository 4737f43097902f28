/*
 * keys.h - the key files of the processes: `kithctl keys`.
 */
#ifndef KITH_CTL_KEYS_H
#define KITH_CTL_KEYS_H

#include <stdbool.h>

#include "common/base/arena.h"
#include "proto/op.h"

/* Writes DIR/NAME, mode 0600, in the place of one that is there; false with errno set. Needs
 * secret_load_root(). */
bool keys_write(const char *dir, enum service_name process);

/* Writes a text into a file beside its place, for this user alone, and moves it there when it is
 * whole; false with errno. */
bool keys_replace(struct arena *arena, const char *path, const char *text);

#endif
