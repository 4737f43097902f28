/*
 * image_race_store.h - a store in memory, linked instead of the real one. It is slow, and
 * some operations succeed although they report a failure.
 */
#ifndef KITH_TEST_IMAGE_RACE_STORE_H
#define KITH_TEST_IMAGE_RACE_STORE_H

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "common/base/id.h"
#include "services/media/objects/objects.h"

static const char *_Atomic broken; /* the first violation; the main thread reports it */

static void
must(bool holds, const char *otherwise)
{
	if (!holds)
		broken = otherwise;
}

#define PLACES 65536

static struct place {
	struct uuid object;
	bool there;
	const uint8_t *data;
} places[PLACES];

static bool used;
static size_t place_count;
static pthread_mutex_t store_lock = PTHREAD_MUTEX_INITIALIZER;

/* Yields to the other threads. */
static void
dawdle(void)
{
	const struct timespec pause = {.tv_nsec = rand() % 300000};

	nanosleep(&pause, NULL);
}

static struct place *
find(const struct uuid *object)
{
	for (size_t i = place_count; i > 0; i--) {
		if (id_equal(&places[i - 1].object, object))
			return &places[i - 1];
	}
	return NULL;
}

static struct place *
new_place(void)
{
	if (place_count == PLACES)
		abort();
	return &places[place_count++];
}

const char *
objects_open(struct arena *arena, struct sandbox_server *reach)
{
	(void)arena;
	(void)reach;
	return NULL;
}

bool
objects_configured(void)
{
	return used;
}

bool
objects_in_use(void)
{
	return used;
}

enum objects_outcome
objects_put(
	const struct objects_name *name, const void *data, size_t size, int64_t within_ms)
{
	struct place *place;

	(void)size;
	(void)within_ms;
	dawdle();
	pthread_mutex_lock(&store_lock);
	place = find(&name->object);
	must(place == NULL || !place->there, "an object is put twice");
	/* The object was removed before it was stored: no request is under way for twenty
	 * minutes. */
	if (place == NULL)
		*new_place() = (struct place){name->object, true, data};
	pthread_mutex_unlock(&store_lock);
	dawdle();
	/* Some replies are lost, so the outcome is unknown. */
	return rand() % 20 == 0 ? OBJECTS_FAILED : OBJECTS_DONE;
}

enum objects_outcome
objects_get(struct arena *arena, const struct objects_name *name, size_t size,
	int64_t within_ms, const uint8_t **data)
{
	enum objects_outcome outcome;
	const struct place *place;

	(void)arena;
	(void)size;
	(void)within_ms;
	*data = NULL;
	pthread_mutex_lock(&store_lock);
	place = find(&name->object);
	outcome = place != NULL && place->there ? OBJECTS_DONE : OBJECTS_MISSING;
	if (outcome == OBJECTS_DONE)
		*data = place->data;
	pthread_mutex_unlock(&store_lock);
	return outcome;
}

enum objects_outcome
objects_remove(const struct objects_name *name)
{
	struct place *place;

	dawdle();
	pthread_mutex_lock(&store_lock);
	place = find(&name->object);
	if (place == NULL)
		place = new_place();
	*place = (struct place){name->object, false, NULL};
	pthread_mutex_unlock(&store_lock);
	dawdle();
	return rand() % 20 == 0 ? OBJECTS_FAILED : OBJECTS_DONE;
}

/* Counts the objects in the store. */
static long
lying(void)
{
	long count = 0;

	for (size_t i = 0; i < place_count; i++)
		count += places[i].there;
	return count;
}

#endif
