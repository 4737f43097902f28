/*
 * resolver.c - the threads that ask the DNS.
 *
 * There is one for each name: where a name server is dead, each question takes a second until the
 * next one is asked, and seven in a row would keep a new replica waiting for as many.
 *
 * The loop's side and the threads share one struct; the one that leaves last frees it, so
 * that the loop never waits for a thread that waits for a name server.
 */
#include "gateway/bus/resolver.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "gateway/bus/memory.h"

struct name {
	struct bus_resolver *resolver;
	char *host, *port;
	struct bus_address_list found;
	bool fresh; /* .found is for the loop to take */
	void *data;
};

struct bus_resolver {
	struct loop *loop;
	bus_resolver_found *found;
	int event_fd;
	int interval_ms;
	bool started;

	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t wake;
	bool closed;
	size_t threads;
	struct name *names; /* the array itself is fixed before the start */
	size_t name_count;
};

/* Frees everything, once neither the loop nor the thread knows of it any more. */
static void
destroy(struct bus_resolver *resolver)
{
	for (size_t i = 0; i < resolver->name_count; i++) {
		free(resolver->names[i].host);
		free(resolver->names[i].port);
		free(resolver->names[i].found.items);
	}
	free(resolver->names);
	close(resolver->event_fd);
	pthread_cond_destroy(&resolver->wake);
	pthread_mutex_destroy(&resolver->lock);
	free(resolver);
}

/* Hands new results to the loop. */
static void
take_results(void *data, uint32_t events)
{
	struct bus_resolver *resolver = data;
	uint64_t count;
	const ssize_t got = read(resolver->event_fd, &count, sizeof(count));

	(void)events;
	(void)got; /* it only wakes; the flags tell what is new */
	for (size_t i = 0; i < resolver->name_count; i++) {
		struct name *name = &resolver->names[i];
		bool fresh;
		struct bus_address_list list;

		pthread_mutex_lock(&resolver->lock);
		fresh = name->fresh;
		list = name->found;
		if (fresh)
			name->found = (struct bus_address_list){0};
		name->fresh = false;
		pthread_mutex_unlock(&resolver->lock);
		if (fresh)
			resolver->found(name->data, list);
	}
}

/* Resolves one name, without the lock, and leaves what it found to the loop. */
static void
resolve(struct bus_resolver *resolver, struct name *name)
{
	const uint64_t one = 1;
	struct bus_address_list list;
	ssize_t written;

	if (!bus_address_resolve(name->host, name->port, false, &list))
		return; /* not known now: the addresses of before stay */
	pthread_mutex_lock(&resolver->lock);
	free(name->found.items);
	name->found = list;
	name->fresh = true;
	pthread_mutex_unlock(&resolver->lock);
	written = write(resolver->event_fd, &one, sizeof(one));
	(void)written; /* a full counter wakes the loop just as well */
}

/* Sleeps for an interval; false when the bus has gone. */
static bool
pause_between(struct bus_resolver *resolver)
{
	struct timespec until;
	int error;
	bool closed;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += resolver->interval_ms / 1000;
	until.tv_nsec += (long)(resolver->interval_ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&resolver->lock);
	error = 0;
	while (!resolver->closed && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&resolver->wake, &resolver->lock, &until);
	closed = resolver->closed;
	pthread_mutex_unlock(&resolver->lock);
	return !closed;
}

/* The thread of one name. */
static void *
work(void *data)
{
	struct name *name = data;
	struct bus_resolver *resolver = name->resolver;
	bool last;

	do
		resolve(resolver, name);
	while (pause_between(resolver));
	pthread_mutex_lock(&resolver->lock);
	resolver->threads--;
	last = resolver->threads == 0;
	pthread_mutex_unlock(&resolver->lock);
	if (last) /* and the loop has left, or there would have been another pause */
		destroy(resolver);
	return NULL;
}

struct bus_resolver *
bus_resolver_new(struct loop *loop, int interval_ms, bus_resolver_found *found)
{
	struct bus_resolver *resolver = bus_memory_new(sizeof(*resolver));
	pthread_condattr_t attributes;

	resolver->loop = loop;
	resolver->found = found;
	resolver->interval_ms = interval_ms;
	resolver->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (resolver->event_fd < 0)
		abort(); /* a process without descriptors at its start has nothing to do */
	pthread_mutex_init(&resolver->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&resolver->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	return resolver;
}

void
bus_resolver_add(
	struct bus_resolver *resolver, const char *host, const char *port, void *data)
{
	const size_t count = resolver->name_count + 1;

	resolver->names =
		bus_memory_grow(resolver->names, count, sizeof(*resolver->names));
	resolver->names[resolver->name_count] = (struct name){.resolver = resolver,
		.host = bus_memory_copy(host, strlen(host)),
		.port = bus_memory_copy(port, strlen(port)),
		.data = data};
	resolver->name_count = count;
}

void
bus_resolver_start(struct bus_resolver *resolver)
{
	/* Signals are for the process's own threads, which know what to do with them. */
	sigset_t all;
	sigset_t before;
	pthread_t thread;

	if (resolver->name_count == 0)
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	resolver->threads = resolver->name_count;
	for (size_t i = 0; i < resolver->name_count; i++) {
		if (pthread_create(&thread, NULL, work, &resolver->names[i]) != 0)
			abort();
		pthread_detach(thread);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	resolver->started = true;
	loop_watch(resolver->loop, resolver->event_fd, EPOLLIN, take_results, resolver);
}

void
bus_resolver_free(struct bus_resolver *resolver)
{
	if (resolver == NULL)
		return;
	if (!resolver->started) {
		destroy(resolver);
		return;
	}
	loop_forget(resolver->loop, resolver->event_fd);
	pthread_mutex_lock(&resolver->lock);
	resolver->closed = true; /* the last thread frees it */
	pthread_cond_broadcast(&resolver->wake);
	pthread_mutex_unlock(&resolver->lock);
}
