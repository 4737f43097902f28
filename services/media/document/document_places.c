/*
 * document_places.c - how many documents are waited for at the same moment.
 *
 * A host that many have apps of, and that is slow today, keeps no other one's documents waiting.
 */
#include <pthread.h>
#include <string.h>
#include <strings.h>

#include "common/base/id.h"
#include "proto/media/media.h"
#include "services/media/document/document.h"

/* Who wants a document, and what its address begins with up to its path, which is empty where nobody
 * is waited for. */
static struct place {
	struct uuid member;
	char origin[DOCUMENT_URL_MAX + 1];
} places[DOCUMENTS_AT_ONCE];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* How long the scheme, the host and the port are. */
static size_t
origin_size(const char *url)
{
	const char *host = strstr(url, "://");

	return host == NULL ? strlen(url)
			    : (size_t)(host + 3 - url) + strcspn(host + 3, "/?#");
}

static bool
is_at(const struct place *place, const char *url, size_t size)
{
	return strlen(place->origin) == size &&
		strncasecmp(place->origin, url, size) == 0;
}

static bool
is_of(const struct place *place, const struct uuid *member)
{
	return place->origin[0] != '\0' && id_equal(&place->member, member);
}

/* A place for one more document; NULL when there is none. */
static struct place *
find_place(const struct uuid *member, const char *url, size_t size)
{
	size_t of_host = 0;
	bool of_member = false;
	struct place *found = NULL;

	for (size_t i = 0; i < DOCUMENTS_AT_ONCE; i++) {
		of_host += (size_t)is_at(&places[i], url, size);
		of_member = of_member || is_of(&places[i], member);
		if (places[i].origin[0] == '\0')
			found = &places[i];
	}
	return of_member || of_host >= DOCUMENTS_OF_HOST ? NULL : found;
}

bool
document_enter(const struct uuid *member, const char *url)
{
	const size_t size = origin_size(url);
	struct place *place;

	if (size == 0 || size > DOCUMENT_URL_MAX)
		return false;
	pthread_mutex_lock(&lock);
	place = find_place(member, url, size);
	if (place != NULL) {
		place->member = *member;
		memcpy(place->origin, url, size);
		place->origin[size] = '\0';
	}
	pthread_mutex_unlock(&lock);
	return place != NULL;
}

void
document_leave(const struct uuid *member)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < DOCUMENTS_AT_ONCE; i++)
		if (is_of(&places[i], member))
			places[i].origin[0] = '\0';
	pthread_mutex_unlock(&lock);
}
