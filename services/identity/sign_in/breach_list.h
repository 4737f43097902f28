/*
 * breach_list.h - a file of the SHA-1 hashes of passwords from data breaches.
 *
 * The file has the format of Have I Been Pwned: one hash a line in hexadecimal, sorted,
 * and optionally a colon and a count. Lines may also be prefixes of hashes, of at least
 * 16 digits. A password is looked up by binary search in the file, so a file of any size
 * needs no memory.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_BREACH_LIST_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_BREACH_LIST_H

#include "common/base/arena.h"
#include "proto/field.h"

/* Opens the list of the process and checks 256 lines of it. NULL, or a sentence that says
 * why the file is unusable. The file stays open for the life of the process. */
const char *breach_list_open(struct arena *arena, const char *path);

/* Whether the list contains the password. False without a list, and after a read error.
 * Damaged lines are passed over. Both are logged. Threads may call it at the same
 * time. */
bool breach_list_has(const struct text *password);

#endif
