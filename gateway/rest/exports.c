#include "gateway/rest/exports.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct exports {
	pthread_mutex_t mutex;
	struct exports_place *first; /* at most EXPORTS_OF_LOOP_MAX of each loop */
};

struct exports *
exports_new(void)
{
	struct exports *exports = calloc(1, sizeof(*exports));

	if (exports == NULL)
		abort();
	pthread_mutex_init(&exports->mutex, NULL);
	return exports;
}

void
exports_free(struct exports *exports)
{
	if (exports == NULL)
		return;
	pthread_mutex_destroy(&exports->mutex);
	free(exports);
}

/* Why one more is refused; the caller holds the mutex. */
static enum problem
judge(const struct exports *exports, const void *loop, const struct uuid *member)
{
	int of_member = 0, of_loop = 0;

	for (const struct exports_place *one = exports->first; one != NULL;
		one = one->next) {
		of_member += memcmp(&one->member, member, sizeof(*member)) == 0;
		of_loop += one->loop == loop;
	}
	if (of_member >= EXPORTS_OF_MEMBER_MAX)
		return PROBLEM_RATE_LIMITED;
	return of_loop >= EXPORTS_OF_LOOP_MAX ? PROBLEM_SERVICE_UNAVAILABLE
					      : PROBLEM_NONE;
}

enum problem
exports_begin(struct exports *exports, struct exports_place *one, const void *loop,
	const struct uuid *member)
{
	enum problem problem;

	pthread_mutex_lock(&exports->mutex);
	problem = judge(exports, loop, member);
	if (problem == PROBLEM_NONE) {
		*one = (struct exports_place){.next = exports->first,
			.loop = loop,
			.member = *member,
			.counted = true};
		if (one->next != NULL)
			one->next->previous = one;
		exports->first = one;
	}
	pthread_mutex_unlock(&exports->mutex);
	return problem;
}

void
exports_end(struct exports *exports, struct exports_place *one)
{
	if (!one->counted)
		return;
	pthread_mutex_lock(&exports->mutex);
	if (one->previous != NULL)
		one->previous->next = one->next;
	else
		exports->first = one->next;
	if (one->next != NULL)
		one->next->previous = one->previous;
	pthread_mutex_unlock(&exports->mutex);
	one->counted = false;
}
