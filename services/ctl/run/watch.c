#include "services/ctl/run/watch.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/probe.h"

#define INTERVAL_MS 5000

/* Starts the probe of a child. Its output is not needed: the exit status says all. */
static pid_t
start(const struct child *child, const struct user *user)
{
	char option[] = "--alive";
	char *arguments[] = {child->arguments[0], option, NULL};
	struct child probe = *child;
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	pid_t pid;

	if (null < 0)
		return 0;
	probe.arguments = arguments;
	probe.stop_signal = SIGKILL;
	pid = child_spawn(&probe, user, null);
	close(null);
	return pid > 0 ? pid : 0;
}

void
watch_start(struct child *children, int count, const struct user *user)
{
	const int64_t now_ms = clock_monotonic_ms();

	for (int i = 0; i < count; i++) {
		struct child *child = &children[i];

		if (child->pid == 0 || child->probe_pid != 0 ||
			now_ms < child->probe_at_ms ||
			now_ms < child->started_ms + INTERVAL_MS)
			continue;
		child->probe_at_ms = now_ms + INTERVAL_MS;
		child->probed_pid = child->pid;
		child->probe_pid = start(child, user);
	}
}

bool
watch_ended(struct child *children, int count, pid_t pid, int status)
{
	for (int i = 0; i < count; i++) {
		struct child *child = &children[i];

		if (child->probe_pid != pid)
			continue;
		child->probe_pid = 0;
		if (WIFEXITED(status) && WEXITSTATUS(status) == PROBE_SILENT_STATUS &&
			child->pid == child->probed_pid) {
			fprintf(stderr, "%s has not answered for %d seconds\n",
				child->name, PROBE_SILENCE_S);
			kill(child->pid, SIGKILL);
		}
		return true;
	}
	return false;
}
