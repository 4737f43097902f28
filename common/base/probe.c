#include "common/base/probe.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME_BYTES_MAX 64

enum probe
probe_option(int argc, char **argv)
{
	static const char *const options[] = {[PROBE_HEALTH] = "--health",
		[PROBE_ALIVE] = "--alive",
		[PROBE_WATCH] = "--watch"};

	for (int i = PROBE_HEALTH; argc == 2 && i <= PROBE_WATCH; i++) {
		if (strcmp(argv[1], options[i]) == 0)
			return (enum probe)i;
	}
	return PROBE_NONE;
}

int
probe_wait_s(enum probe probe, int brief_s)
{
	return probe == PROBE_HEALTH ? brief_s : PROBE_SILENCE_S;
}

/* Reads the begin of a file of /proc; its size, or 0. */
static size_t
read_begin(const char *pid, const char *file, char out[NAME_BYTES_MAX])
{
	char path[NAME_BYTES_MAX];
	FILE *stream;
	size_t size = 0;

	memset(out, 0, NAME_BYTES_MAX);
	snprintf(path, sizeof(path), "/proc/%.20s/%.20s", pid, file);
	stream = fopen(path, "re");
	if (stream != NULL) {
		size = fread(out, 1, NAME_BYTES_MAX - 1, stream);
		fclose(stream);
	}
	return size;
}

/* Whether a process runs this program without an option, as the serving one does. */
static bool
serves(const char *pid)
{
	char ours[NAME_BYTES_MAX], name[NAME_BYTES_MAX], words[NAME_BYTES_MAX];
	size_t size;

	read_begin("self", "comm", ours);
	read_begin(pid, "comm", name);
	size = read_begin(pid, "cmdline", words);
	return strcmp(ours, name) == 0 && size > 0 && strlen(words) + 1 == size;
}

/* Ends the process of this program. In a container there is one. */
static void
end_silent(const char *program)
{
	DIR *folder = opendir("/proc");
	const struct dirent *entry;

	while (folder != NULL && (entry = readdir(folder)) != NULL) {
		const long pid = strtol(entry->d_name, NULL, 10);

		if (!isdigit((unsigned char)entry->d_name[0]) || pid <= 1 ||
			pid == getpid() || !serves(entry->d_name))
			continue;
		if (kill((pid_t)pid, SIGKILL) == 0)
			fprintf(stderr, "%s: ended process %ld\n", program, pid);
		else
			perror(program);
	}
	if (folder != NULL)
		closedir(folder);
}

int
probe_finish(enum probe probe, enum probe_answer answer, const char *program,
	const char *address)
{
	static const char *const faults[] = {
		[PROBE_STARTING] = "is not ready: it has not reached its database yet",
		[PROBE_DRAINING] = "is not ready: it ends and accepts no more calls",
		[PROBE_UNREADY] =
			"is not ready: GET /health shows the state of its parts",
		[PROBE_FORGED] = "has keys of another secret than KITH_SECRET_FILE",
		[PROBE_AWAY] = "cannot be reached",
		[PROBE_SILENT] = "does not answer",
	};

	if (answer == PROBE_READY || (probe == PROBE_ALIVE && answer < PROBE_AWAY))
		return 0;
	fprintf(stderr, "%s: the process at %s %s\n", program, address, faults[answer]);
	if (answer == PROBE_SILENT && probe == PROBE_WATCH)
		end_silent(program);
	return answer == PROBE_SILENT ? PROBE_SILENT_STATUS : 1;
}
