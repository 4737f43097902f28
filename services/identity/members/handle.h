/*
 * handle.h - members' addresses in the network.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_HANDLE_H
#define KITH_SERVICES_IDENTITY_MEMBERS_HANDLE_H

#include "common/call/call.h"

/* Whether a handle is kept back, because it is a word of the product or of its addresses. */
bool handle_reserved(const char *handle);

/*
 * The candidate number `attempt` (from 1) for a provisional handle: the name in lower-case
 * ASCII letters, digits and hyphens, then with a number, then with random characters.
 * `folded` is the name without accents, in any characters. Always well-formed and not
 * reserved.
 */
const char *handle_candidate(struct arena *arena, const char *folded, int attempt);

/* Makes the profile of a member with a free handle made from the name. */
enum problem
handle_provide(struct call *call, const struct uuid *member, const char *name);

#endif
