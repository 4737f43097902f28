/*
 * document_slots.c - bounds concurrent document requests.
 *
 * The bound per host keeps a slow host with many apps from blocking the documents of
 * others.
 */
#include <pthread.h>
#include <string.h>
#include <strings.h>

#include "common/base/id.h"
#include "proto/media/media.h"
#include "services/media/document/document.h"

/* The member of a request, and the document's origin; "" = the slot is free. */
static struct slot {
	struct uuid member;
	char origin[DOCUMENT_URL_MAX + 1];
} slots[DOCUMENTS_AT_ONCE];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The length of scheme, host and port. */
static size_t
origin_size(const char *url)
{
	const char *host = strstr(url, "://");

	return host == NULL ? strlen(url)
			    : (size_t)(host + 3 - url) + strcspn(host + 3, "/?#");
}

static bool
is_at(const struct slot *slot, const char *url, size_t size)
{
	return strlen(slot->origin) == size && strncasecmp(slot->origin, url, size) == 0;
}

static bool
is_of(const struct slot *slot, const struct uuid *member)
{
	return slot->origin[0] != '\0' && id_equal(&slot->member, member);
}

/* Returns NULL when a bound is reached. */
static struct slot *
find_slot(const struct uuid *member, const char *url, size_t size)
{
	size_t of_host = 0;
	bool of_member = false;
	struct slot *found = NULL;

	for (size_t i = 0; i < DOCUMENTS_AT_ONCE; i++) {
		of_host += (size_t)is_at(&slots[i], url, size);
		of_member = of_member || is_of(&slots[i], member);
		if (slots[i].origin[0] == '\0')
			found = &slots[i];
	}
	return of_member || of_host >= DOCUMENTS_OF_HOST ? NULL : found;
}

bool
document_enter(const struct uuid *member, const char *url)
{
	const size_t size = origin_size(url);
	struct slot *slot;

	if (size == 0 || size > DOCUMENT_URL_MAX)
		return false;
	pthread_mutex_lock(&lock);
	slot = find_slot(member, url, size);
	if (slot != NULL) {
		slot->member = *member;
		memcpy(slot->origin, url, size);
		slot->origin[size] = '\0';
	}
	pthread_mutex_unlock(&lock);
	return slot != NULL;
}

void
document_leave(const struct uuid *member)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < DOCUMENTS_AT_ONCE; i++)
		if (is_of(&slots[i], member))
			slots[i].origin[0] = '\0';
	pthread_mutex_unlock(&lock);
}
