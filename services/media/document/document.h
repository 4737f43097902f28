/*
 * document.h - fetches documents of apps for identity, which evaluates them.
 */
#ifndef KITH_SERVICES_MEDIA_DOCUMENT_DOCUMENT_H
#define KITH_SERVICES_MEDIA_DOCUMENT_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/field.h"

/* The maximum number of concurrent documents per process, and per host. A member has
 * one at a time, so that a few members with many hosts do not block new apps of
 * others. */
#define DOCUMENTS_AT_ONCE 4
#define DOCUMENTS_OF_HOST 2

/* Takes a slot for a document at `url` that a member wants. Returns false when there
 * is none. The caller must release a slot with document_leave(). */
bool document_enter(const struct uuid *member, const char *url);
void document_leave(const struct uuid *member);

/* Returns max-age of a Cache-Control header in seconds; 0 when it has none (RFC 9111,
 * section 5.2.2.1). */
int64_t document_keep_s(const char *cache_control);

#endif
