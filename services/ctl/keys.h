/*
 * keys.h - the key files of the processes: `kithctl keys`.
 */
#ifndef KITH_CTL_KEYS_H
#define KITH_CTL_KEYS_H

#include <stdbool.h>

#include "common/base/arena.h"
#include "proto/op.h"

/* The role that owns a database which Kith itself creates. Its password is derived. */
#define KEYS_OWNER "kith_owner"

/* Writes DIR/NAME with mode 0600 and replaces an existing file; false with errno set.
 * Needs secret_load_root(). */
bool keys_write(const char *dir, enum service_name process);

/* Identifies the instance's secret without revealing it. */
const char *keys_fingerprint(struct arena *arena);

/* Replaces a file atomically: writes a temporary file of mode 0600 in the same directory,
 * then renames it. False with errno set. */
bool keys_replace(struct arena *arena, const char *path, const char *text);

#endif
