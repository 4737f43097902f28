/*
 * handle.h - handles: the names of members in URLs.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_HANDLE_H
#define KITH_SERVICES_IDENTITY_MEMBERS_HANDLE_H

#include "common/call/call.h"

/* Whether a handle is reserved for the product or its URLs. */
bool handle_reserved(const char *handle);

/*
 * Candidate number `attempt` (from 1) for a provisional handle: the name in lower-case
 * ASCII letters, digits and hyphens, then with a number, then with random characters.
 * `folded` is the name without accents; it may contain any characters. The candidate is
 * always well-formed and not reserved.
 */
const char *handle_candidate(struct arena *arena, const char *folded, int attempt);

/* Creates the member's profile with a free handle derived from the name. */
enum problem
handle_provide(struct call *call, const struct uuid *member, const char *name);

#endif
