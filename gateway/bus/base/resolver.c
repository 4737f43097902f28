/*
 * resolver.c - the threads that resolve names.
 *
 * Each name has one thread, which serves every loop. With a dead name server a query
 * takes a second until the next server is asked; in one thread, seven services would wait
 * for one another.
 *
 * A thread knows names and the descriptors that wake loops, but no loop. So no loop waits
 * for a thread that waits for a name server.
 */
#include "gateway/bus/base/resolver.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "gateway/bus/base/memory.h"

/* A name and its thread. */
struct question {
	struct question *next;
	char *host, *port;
	int interval_ms;
	size_t users; /* resolvers; without any, the thread ends and frees this */
	struct bus_address_list found;
	uint64_t answers; /* so far; .found is the last one */
};

/* A name that a resolver has been given. */
struct name {
	char *host, *port;
	struct question *question;
	uint64_t seen; /* the count of answers at the last one taken */
	void *data;
};

struct bus_resolver {
	struct bus_resolver *next;
	struct loop *loop;
	bus_resolver_found *found;
	int event_fd;
	int interval_ms;
	struct name *names;
	size_t name_count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the following */
static pthread_cond_t given_up = PTHREAD_COND_INITIALIZER;
static struct question *questions;
static struct bus_resolver *started;

static void
wake(const struct bus_resolver *resolver)
{
	const uint64_t one = 1;
	const ssize_t written = write(resolver->event_fd, &one, sizeof(one));

	(void)written; /* a full counter wakes the loop just as well */
}

/* Copies the newest answer; false when the loop has it already. */
static bool
take(struct name *name, struct bus_address_list *out)
{
	const struct question *question = name->question;
	bool fresh;

	pthread_mutex_lock(&lock);
	fresh = question->answers != name->seen;
	name->seen = question->answers;
	*out = (struct bus_address_list){0};
	if (fresh && question->found.count > 0) {
		out->count = question->found.count;
		out->items = bus_memory_grow(NULL, out->count, sizeof(*out->items));
		memcpy(out->items, question->found.items,
			out->count * sizeof(*out->items));
	}
	pthread_mutex_unlock(&lock);
	return fresh;
}

/* Hands new answers to the loop. */
static void
take_answers(void *data, uint32_t events)
{
	struct bus_resolver *resolver = data;
	struct bus_address_list list;
	uint64_t count;
	const ssize_t got = read(resolver->event_fd, &count, sizeof(count));

	(void)events;
	(void)got; /* it only wakes */
	for (size_t i = 0; i < resolver->name_count; i++) {
		if (take(&resolver->names[i], &list))
			resolver->found(resolver->names[i].data, list);
	}
}

/* Resolves the name, without the lock meanwhile. On failure the old addresses stay. */
static void
ask(struct question *question)
{
	struct bus_address_list list;
	bool known;

	pthread_mutex_unlock(&lock);
	known = bus_address_resolve(question->host, question->port, false, &list);
	pthread_mutex_lock(&lock);
	if (!known)
		return;
	free(question->found.items);
	question->found = list;
	question->answers++;
	for (const struct bus_resolver *one = started; one != NULL; one = one->next)
		wake(one);
}

/* Sleeps for an interval, or until the question has no users. */
static void
pause_between(const struct question *question)
{
	struct timespec until;
	int error = 0;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += question->interval_ms / 1000;
	until.tv_nsec += (long)(question->interval_ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	while (question->users > 0 && error == 0)
		error = pthread_cond_clockwait(&given_up, &lock, CLOCK_MONOTONIC, &until);
}

static void *
work(void *data)
{
	struct question *question = data;
	struct question **link = &questions;

	pthread_mutex_lock(&lock);
	while (question->users > 0) {
		ask(question);
		pause_between(question);
	}
	while (*link != question)
		link = &(*link)->next;
	*link = question->next;
	pthread_mutex_unlock(&lock);
	free(question->found.items);
	free(question->host);
	free(question->port);
	free(question);
	return NULL;
}

/* Starts a thread. It blocks all signals, which other threads handle. */
static struct question *
begin(const struct name *name, int interval_ms)
{
	struct question *question = bus_memory_new(sizeof(*question));
	sigset_t all, before;
	pthread_t thread;

	*question = (struct question){.next = questions,
		.host = bus_memory_copy(name->host, strlen(name->host)),
		.port = bus_memory_copy(name->port, strlen(name->port)),
		.interval_ms = interval_ms};
	questions = question;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (pthread_create(&thread, NULL, work, question) != 0)
		abort();
	pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return question;
}

/* The existing question for a name, or a new one. */
static struct question *
find(const struct name *name, int interval_ms)
{
	for (struct question *one = questions; one != NULL; one = one->next) {
		if (one->users > 0 && one->interval_ms == interval_ms &&
			strcmp(one->host, name->host) == 0 &&
			strcmp(one->port, name->port) == 0)
			return one;
	}
	return begin(name, interval_ms);
}

struct bus_resolver *
bus_resolver_new(struct loop *loop, int interval_ms, bus_resolver_found *found)
{
	struct bus_resolver *resolver = bus_memory_new(sizeof(*resolver));

	resolver->loop = loop;
	resolver->found = found;
	resolver->interval_ms = interval_ms;
	resolver->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (resolver->event_fd < 0)
		abort(); /* a process without descriptors at its start cannot work */
	return resolver;
}

void
bus_resolver_add(
	struct bus_resolver *resolver, const char *host, const char *port, void *data)
{
	const size_t count = resolver->name_count + 1;

	resolver->names =
		bus_memory_grow(resolver->names, count, sizeof(*resolver->names));
	resolver->names[resolver->name_count] =
		(struct name){.host = bus_memory_copy(host, strlen(host)),
			.port = bus_memory_copy(port, strlen(port)),
			.data = data};
	resolver->name_count = count;
}

void
bus_resolver_start(struct bus_resolver *resolver)
{
	if (resolver->name_count == 0)
		return;
	loop_watch(resolver->loop, resolver->event_fd, EPOLLIN, take_answers, resolver);
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < resolver->name_count; i++) {
		struct name *name = &resolver->names[i];

		name->question = find(name, resolver->interval_ms);
		name->question->users++;
	}
	resolver->next = started;
	started = resolver;
	wake(resolver); /* there may be answers already */
	pthread_mutex_unlock(&lock);
}

/* Removes the resolver from what the threads know. */
static void
leave(struct bus_resolver *resolver)
{
	struct bus_resolver **link = &started;

	pthread_mutex_lock(&lock);
	while (*link != NULL && *link != resolver)
		link = &(*link)->next;
	if (*link != NULL) {
		*link = resolver->next;
		loop_forget(resolver->loop, resolver->event_fd);
	}
	for (size_t i = 0; i < resolver->name_count; i++) {
		if (resolver->names[i].question != NULL)
			resolver->names[i].question->users--;
	}
	pthread_cond_broadcast(&given_up);
	pthread_mutex_unlock(&lock);
}

void
bus_resolver_free(struct bus_resolver *resolver)
{
	if (resolver == NULL)
		return;
	leave(resolver);
	for (size_t i = 0; i < resolver->name_count; i++) {
		free(resolver->names[i].host);
		free(resolver->names[i].port);
	}
	free(resolver->names);
	close(resolver->event_fd);
	free(resolver);
}
