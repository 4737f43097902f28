/*
 * priority.c - the scheduling priorities of an instance's processes.
 *
 * With autogroups (sched(7)), Linux shares processor time among sessions before
 * processes. A process's nice value then counts only within its session, and
 * /proc/<pid>/autogroup holds the session's value. This applies to systems without
 * control groups. PostgreSQL puts each of its processes into a new session, whose value
 * starts at 0.
 */
#include "services/ctl/run/priority.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/base/clock.h"

/* How often the sessions are checked. */
#define LOOK_MS 1000

/* Whether a session has another nice value ("/autogroup-25 nice 0"); false when it has
 * none. */
static bool
is_other(const char *path, int nice)
{
	static const char before[] = " nice ";
	FILE *file = fopen(path, "re");
	char line[64];
	const char *found = NULL;

	if (file == NULL)
		return false;
	if (fgets(line, sizeof(line), file) != NULL)
		found = strstr(line, before);
	fclose(file);
	return found != NULL && strtol(found + strlen(before), NULL, 10) != nice;
}

/* Sets a session's nice value unless it is equal. Linux allows an unprivileged process
 * ten changes a second; false = try again later. */
static bool
give(const char *path, int nice)
{
	FILE *file;
	bool written;

	if (!is_other(path, nice))
		return true;
	file = fopen(path, "we");
	if (file == NULL)
		return false;
	written = fprintf(file, "%d", nice) > 0;
	return fclose(file) == 0 && written;
}

void
priority_begin(int nice)
{
	setsid();
	setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + nice);
	give("/proc/self/autogroup", nice);
}

void
priority_sessions(pid_t database)
{
	static int64_t due_ms;
	char path[64], word[24];
	FILE *children;
	bool goes_on = true;

	if (clock_monotonic_ms() < due_ms)
		return;
	due_ms = clock_monotonic_ms() + LOOK_MS;
	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", database, database);
	children = fopen(path, "re");
	if (children == NULL)
		return;
	while (goes_on && fscanf(children, "%23s", word) == 1) {
		snprintf(path, sizeof(path), "/proc/%s/autogroup", word);
		goes_on = give(path, NICE_DATABASE);
	}
	fclose(children);
}
