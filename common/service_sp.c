/*
 * service_sp.c - threads that wait together, for calls and for the network.
 */
#include "common/service_sp.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "common/log.h"

#define EVENTS_MAX 8

/* How often the one thread without a connection to the database looks at the network while
 * all others are at work: much more often than a gateway needs to take us for dead. */
#define STALLED_LOOK_NS 50000000L

/* The keys of events that are no peer's: serial numbers begin at 1. */
enum own_key {
	KEY_LISTEN,
	KEY_WAKE,
	KEY_TIMER,
};

/* Adds a descriptor of our own to the set. */
static bool
watch(struct service_sp *sp, int fd, enum own_key key)
{
	struct epoll_event interest = {.events = EPOLLIN | EPOLLET, .data.u64 = key};

	return fd >= 0 && epoll_ctl(sp->epoll_fd, EPOLL_CTL_ADD, fd, &interest) == 0;
}

/* Listens on ipc:// and tcp://. */
static bool
sp_listen(struct process *process, const char *address)
{
	struct service_sp *sp = calloc(1, sizeof(*sp));

	if (sp == NULL)
		return false;
	process->sp = sp;
	sp->process = process;
	sp->ipc = strncmp(address, "ipc:", 4) == 0;
	sp->listen_fd = service_listen_open(address, sp->ipc);
	if (sp->listen_fd < 0)
		return false;
	sp->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	sp->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	sp->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (sp->epoll_fd >= 0 && watch(sp, sp->listen_fd, KEY_LISTEN) &&
		watch(sp, sp->wake_fd, KEY_WAKE) && watch(sp, sp->timer_fd, KEY_TIMER))
		return true;
	log_error("bus_listen", LOG_TEXT("address", address),
		LOG_TEXT("error", strerror(errno)));
	return false;
}

/* What a thread does next. */
struct next {
	struct service_frame *frame; /* carries this out, unless NULL */
	bool wake;                   /* after waking another */
	bool resume;                 /* after reading those who had to wait */
	bool stalled;                /* waits, but there is no connection for it */
};

/* Takes a call and a connection for it, or gives the connection back to wait. */
static struct next
take(struct worker *worker, struct service_sp *sp)
{
	struct process *process = worker->process;
	struct next next = {0};

	pthread_mutex_lock(&process->lock);
	if (sp->calls.count > 0 && worker->db == NULL)
		worker->db = service_worker_take_db(process);
	if (worker->db != NULL)
		next.frame = service_queue_take(&sp->calls);
	if (next.frame != NULL) {
		/* Each who is woken wakes the next: so none is woken for nothing. */
		next.wake = sp->calls.count > 0 && process->database_count > 0 &&
			atomic_load(&sp->waiting) > 0;
		next.resume = sp->paused > 0 && sp->calls.count < SERVICE_CALLS_MAX / 2 &&
			sp->calls.bytes < SERVICE_CALLS_BYTES_MAX / 2;
	} else {
		if (worker->db != NULL)
			service_worker_put_db(process, worker->db);
		worker->db = NULL;
		next.stalled = process->database_count == 0;
		if (!next.stalled)
			atomic_fetch_add(&sp->waiting, 1);
	}
	pthread_mutex_unlock(&process->lock);
	return next;
}

/* Sees to one event. */
static void
handle(struct worker *worker, struct service_sp *sp, const struct epoll_event *event)
{
	struct service_peer *peer;

	switch (event->data.u64) {
	case KEY_LISTEN:
		service_accept(sp);
		return;
	case KEY_WAKE:
		return;
	case KEY_TIMER:
		service_accept_tick(sp);
		return;
	default:
		break;
	}
	peer = service_peers_find(sp, event->data.u64);
	if (peer == NULL)
		return;
	if (event->events & EPOLLOUT)
		service_peer_flush(peer);
	if (event->events & ~(uint32_t)EPOLLOUT)
		service_peer_read(worker, peer);
	service_peers_release(peer);
}

/* Waits for the network, or for another thread that has more than it can do. */
static void
wait_for_events(struct worker *worker, struct service_sp *sp, bool stalled)
{
	const struct timespec pause = {.tv_nsec = STALLED_LOOK_NS};
	struct epoll_event events[EVENTS_MAX];
	int count;

	/* All others work, and who has finished looks at the network first of all. */
	if (stalled)
		nanosleep(&pause, NULL);
	count = epoll_wait(sp->epoll_fd, events, EVENTS_MAX, stalled ? 0 : -1);
	if (!stalled)
		atomic_fetch_sub(&sp->waiting, 1);
	for (int i = 0; i < count; i++)
		handle(worker, sp, &events[i]);
}

/* The next call of the database lane. */
static struct service_frame *
sp_receive(struct worker *worker)
{
	struct service_sp *sp = worker->process->sp;

	for (;;) {
		struct next next = take(worker, sp);

		if (next.wake)
			eventfd_write(sp->wake_fd, 1);
		if (next.resume)
			service_peers_resume(worker, sp);
		if (next.frame != NULL)
			return next.frame;
		wait_for_events(worker, sp, next.stalled);
	}
}

/* A call that nobody would read the answer of need not begin. */
static bool
sp_wanted(const struct service_frame *frame)
{
	return !atomic_load(&frame->peer->closed);
}

/* Answers a frame on the connection that it came by. */
static void
sp_answer(struct service_frame *frame, const struct buffer *reply)
{
	service_peer_answer(frame->peer, frame->id, reply);
}

/* A peer that is trusted keeps its place when others come. */
static void
sp_trust(const struct service_frame *frame)
{
	if (!atomic_load(&frame->peer->trusted))
		atomic_store(&frame->peer->trusted, true);
}

/* Ends the connection; what it has sent besides is dropped. */
static void
sp_cut_off(const struct service_frame *frame)
{
	service_peers_close(frame->peer);
}

/* Frees a frame. */
static void
sp_release(struct service_frame *frame)
{
	service_peers_release(frame->peer);
	free(frame);
}

const struct service_bus service_sp = {
	.listen = sp_listen,
	.receive = sp_receive,
	.wanted = sp_wanted,
	.answer = sp_answer,
	.trust = sp_trust,
	.cut_off = sp_cut_off,
	.release = sp_release,
	.extra_workers = 1,
};
