#include "common/base/wake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include "common/base/log.h"
#include "common/base/must.h"

struct wake {
	int fd;
	loop_timer_due *woken;
	void *data;
};

static void
ready(void *data, uint32_t events)
{
	struct wake *wake = data;
	eventfd_t count;

	(void)events;
	eventfd_read(wake->fd, &count);
	wake->woken(wake->data);
}

struct wake *
wake_new(struct loop *loop, loop_timer_due *woken, void *data)
{
	struct wake *wake = must(malloc(sizeof(*wake)));

	*wake = (struct wake){.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
		.woken = woken,
		.data = data};
	if (wake->fd < 0) {
		log_error("eventfd", LOG_TEXT("error", strerror(errno)));
		abort();
	}
	loop_watch(loop, wake->fd, EPOLLIN, ready, wake);
	return wake;
}

void
wake_send(struct wake *wake)
{
	eventfd_write(wake->fd, 1);
}
