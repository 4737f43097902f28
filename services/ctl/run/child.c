#include "services/ctl/run/child.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/slice.h"
#include "services/ctl/run/logs.h"
#include "services/ctl/run/priority.h"

extern char **environ;

#define RESTART_FIRST_MS 100
#define RESTART_MOST_MS 5000
#define STABLE_AFTER_MS 10000

/* Removes settings that the child must not see, and sets its key file. */
static bool
choose_environment(const struct child *child)
{
	if (child->without != NULL && unsetenv(child->without) < 0)
		return false;
	if (child->key_file == NULL)
		return unsetenv("KITH_SECRET_FILE") == 0;
	return setenv("KITH_SECRET_FILE", child->key_file, 1) == 0;
}

/* Replaces the child process by the program; ends it with status 127 on failure. */
static void
become(const struct child *child, const struct user *user, int program, int log,
	pid_t parent)
{
	sigset_t none;
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* A session of its own keeps terminal signals away: only the supervisor gets
	 * them. */
	priority_begin(child->nice);
	if (child->slice_us != 0)
		slice_set(child->slice_us);
	if (dup2(null, STDIN_FILENO) < 0 || dup2(log, STDOUT_FILENO) < 0 ||
		dup2(log, STDERR_FILENO) < 0)
		_exit(127);
	if (user->drop &&
		(setgroups(0, NULL) < 0 || setgid(user->gid) < 0 ||
			setuid(user->uid) < 0))
		_exit(127);
	prctl(PR_SET_PDEATHSIG, child->stop_signal);
	if (getppid() != parent)
		_exit(127);
	if (!choose_environment(child))
		_exit(127);
	/* By descriptor: the unprivileged user may not have access to the program's
	 * path. */
	fexecve(program, child->arguments, environ);
	dprintf(STDERR_FILENO, "%s: %s\n", child->program, strerror(errno));
	_exit(127);
}

pid_t
child_spawn(const struct child *child, const struct user *user, int log)
{
	const pid_t parent = getpid();
	int program = open(child->program, O_RDONLY | O_CLOEXEC);
	pid_t pid;

	if (program < 0)
		return -1;
	pid = fork();
	if (pid == 0)
		become(child, user, program, log, parent);
	close(program);
	return pid;
}

bool
child_start(struct child *child, const struct user *user, const char *log_dir)
{
	int log = logs_open(user, log_dir, child->name);
	pid_t pid;

	if (log < 0)
		return false;
	pid = child_spawn(child, user, log);
	close(log);
	if (pid < 0)
		return false;
	child->pid = pid;
	child->started_ms = clock_monotonic_ms();
	child->restart_at_ms = 0;
	return true;
}

void
child_ended(struct child *child)
{
	int64_t now = clock_monotonic_ms();

	if (child->restart_delay_ms == 0 || now - child->started_ms > STABLE_AFTER_MS)
		child->restart_delay_ms = RESTART_FIRST_MS;
	else if (child->restart_delay_ms < RESTART_MOST_MS)
		child->restart_delay_ms *= 2;
	if (child->restart_delay_ms > RESTART_MOST_MS)
		child->restart_delay_ms = RESTART_MOST_MS;
	child->pid = 0;
	child->restart_at_ms = now + child->restart_delay_ms;
}

/* Reaps ended children; returns how many still run. */
static int
reap(struct child *children, int count)
{
	int running = 0;

	for (int i = 0; i < count; i++) {
		if (children[i].pid != 0 && waitpid(children[i].pid, NULL, WNOHANG) != 0)
			children[i].pid = 0;
		running += children[i].pid != 0;
	}
	return running;
}

static void
signal_all(const struct child *children, int count, bool kill_them)
{
	for (int i = 0; i < count; i++)
		if (children[i].pid != 0)
			kill(children[i].pid,
				kill_them ? SIGKILL : children[i].stop_signal);
}

void
child_stop_all(struct child *children, int count, int64_t timeout_ms)
{
	int64_t give_up = clock_monotonic_ms() + timeout_ms;
	const struct timespec pause = {.tv_nsec = 10000000};

	signal_all(children, count, false);
	while (reap(children, count) > 0 && clock_monotonic_ms() < give_up)
		nanosleep(&pause, NULL);
	signal_all(children, count, true);
	while (reap(children, count) > 0)
		nanosleep(&pause, NULL);
}
