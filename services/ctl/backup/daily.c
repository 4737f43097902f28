/*
 * daily.c - kithctl backup daily: makes a backup each day at a time of day.
 *
 * It is for containers, which have no timer. Each backup is a process of its own, so that
 * one that fails leaves nothing behind. The next backup comes a day later.
 */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "services/ctl/commands.h"
#include "services/ctl/help.h"

#define DAY_S 86400
#define WORDS_MAX 16

extern char **environ;

/* Reads "03:00" as seconds after midnight; -1 when it is no time of day. */
static long
read_time(const char *text)
{
	struct tm at = {0};
	const char *end = strptime(text, "%H:%M", &at);

	if (end == NULL || *end != '\0')
		return -1;
	return at.tm_hour * 3600L + at.tm_min * 60L;
}

/* Waits until the next time of day in UTC. False when a signal asks to end. */
static bool
wait_until(long at_s, const sigset_t *ends)
{
	const time_t now = time(NULL);
	time_t next = now - now % DAY_S + at_s;

	if (next <= now)
		next += DAY_S;
	/* In steps of a minute, because the clock may be set meanwhile. */
	while (time(NULL) < next) {
		const time_t left = next - time(NULL);
		const struct timespec pause = {.tv_sec = left < 60 ? left : 60};

		if (sigtimedwait(ends, NULL, &pause) > 0)
			return false;
	}
	return true;
}

/* Runs one backup to its end, or until a signal ends both. */
static bool
run_once(char **words, const sigset_t *ends)
{
	const struct timespec pause = {.tv_sec = 1};
	posix_spawnattr_t attributes;
	sigset_t none;
	pid_t pid;
	bool ends_now = false;
	int status, error;

	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attributes, &none);
	error = posix_spawn(&pid, "/proc/self/exe", NULL, &attributes, words, environ);
	posix_spawnattr_destroy(&attributes);
	if (error != 0) {
		fprintf(stderr, "kithctl: the backup cannot be started: %s\n",
			strerror(error));
		return true;
	}
	while (!ends_now && waitpid(pid, &status, WNOHANG) == 0) {
		if (sigtimedwait(ends, NULL, &pause) > 0) {
			ends_now = true;
			kill(pid, SIGTERM);
			waitpid(pid, &status, 0);
		}
	}
	fprintf(stderr, "kithctl: the backup %s\n",
		WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "is complete" : "failed");
	return !ends_now;
}

int
command_backup_daily(int argc, char **argv)
{
	char program[] = "kithctl", group[] = "backup";
	char *words[WORDS_MAX + 1] = {program, group};
	const long at_s =
		argc >= 3 && strcmp(argv[1], "--at") == 0 ? read_time(argv[2]) : -1;
	size_t count = 2;
	sigset_t ends;

	/* Empty words are left out: a compose file cannot leave out a word. */
	for (int i = 3; i < argc && count < WORDS_MAX; i++) {
		if (argv[i][0] != '\0')
			words[count++] = argv[i];
	}
	if (at_s < 0 || count == 2 || help_wanted(argc, argv))
		return help_usage(argc, argv,
			"usage: kithctl backup daily --at HH:MM --file FOLDER [OPTION]…\n\n"
			"Makes a backup each day at this time (UTC), with the options of "
			"kithctl backup,\n"
			"until SIGTERM.\n");
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigprocmask(SIG_BLOCK, &ends, NULL);
	while (wait_until(at_s, &ends) && run_once(words, &ends))
		continue;
	return 0;
}
