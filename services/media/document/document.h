/*
 * document.h - documents that are fetched for identity, which judges them.
 */
#ifndef KITH_SERVICES_MEDIA_DOCUMENT_DOCUMENT_H
#define KITH_SERVICES_MEDIA_DOCUMENT_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/field.h"

/* More at the same time are refused, in each process: of all hosts, and of each. A member has one, so
 * that a few members with many hosts keep nobody else from a new app. */
#define DOCUMENTS_AT_ONCE 4
#define DOCUMENTS_OF_HOST 2

/* Takes one of these places for a document of an address that a member wants; false when there is
 * none. Whoever has one gives it back. */
bool document_enter(const struct uuid *member, const char *url);
void document_leave(const struct uuid *member);

/* How long a Cache-Control allows an answer to be kept, in seconds; 0 where it does not say
 * (RFC 9111, section 5.2.2.1). */
int64_t document_keep_s(const char *keeping);

#endif
