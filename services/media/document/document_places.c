/*
 * document_places.c - how many documents are waited for at the same moment.
 *
 * A host that many have apps of, and that is slow today, keeps no other one's documents waiting.
 */
#include <pthread.h>
#include <string.h>
#include <strings.h>

#include "proto/media/media.h"
#include "services/media/document/document.h"

/* What an address begins with up to its path; empty where nobody is waited for. */
static char places[DOCUMENTS_AT_ONCE][DOCUMENT_URL_MAX + 1];
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
is_at(const char *place, const char *url, size_t size)
{
	return strlen(place) == size && strncasecmp(place, url, size) == 0;
}

bool
document_enter(const char *url)
{
	const size_t size = origin_size(url);
	size_t of_host = 0;
	char *free_place = NULL;

	if (size == 0 || size > DOCUMENT_URL_MAX)
		return false;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < DOCUMENTS_AT_ONCE; i++) {
		of_host += (size_t)is_at(places[i], url, size);
		if (places[i][0] == '\0')
			free_place = places[i];
	}
	if (of_host >= DOCUMENTS_OF_HOST)
		free_place = NULL;
	if (free_place != NULL) {
		memcpy(free_place, url, size);
		free_place[size] = '\0';
	}
	pthread_mutex_unlock(&lock);
	return free_place != NULL;
}

void
document_leave(const char *url)
{
	const size_t size = origin_size(url);
	bool left = false;

	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < DOCUMENTS_AT_ONCE && !left; i++) {
		left = is_at(places[i], url, size);
		if (left)
			places[i][0] = '\0';
	}
	pthread_mutex_unlock(&lock);
}
