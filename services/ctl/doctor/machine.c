/*
 * machine.c - checks the clock, the process limits, the sandbox and the names of
 * settings.
 */
#include <ctype.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include <linux/landlock.h>

#include "common/config/config.h"
#include "proto/op.h"
#include "services/ctl/doctor/inside.h"

/* Older than any release of Kith. */
#define CLOCK_MIN_S 1750000000

/* The same figures as in gateway/capacity.c. */
#define DESCRIPTORS_OF_PROCESS 64
#define DESCRIPTORS_OF_LOOP 32
#define CONNECTIONS_MIN 16

extern char **environ;

void
doctor_clock(struct doctor *doctor)
{
	struct timex state = {0};
	const int kept = adjtimex(&state);
	const time_t now = time(NULL);

	if (now < CLOCK_MIN_S)
		doctor_note(doctor, "clock", FINDING_FAULT,
			"set the clock: timedatectl set-ntp true, or install chrony",
			"the clock is wrong: it shows %lld seconds since 1970",
			(long long)now);
	else if (kept == TIME_ERROR || (state.status & STA_UNSYNC) != 0)
		doctor_note(doctor, "clock", FINDING_WARNING,
			"timedatectl set-ntp true, or install chrony; a container uses "
			"the clock of its host",
			"the kernel reports that the clock is not synchronized");
	else
		doctor_note(
			doctor, "clock", FINDING_OK, NULL, "the clock is synchronized");
}

/* Whether a KITH_ variable is a setting: of the record, where a secret one may be in a
 * file, or one that is read elsewhere. */
static bool
is_setting(const char *name, size_t size)
{
	static const char *const others[] = {"KITH_USER", "KITH_BACKUP_KEY_FILE"};
	static const char bus[] = "KITH_BUS_", in_file[] = "_FILE";

	for (size_t i = 0; i < config_record.count; i++) {
		const struct field *field = &config_record.fields[i];
		const size_t length = strlen(field->name);

		if (size < length || memcmp(field->name, name, length) != 0)
			continue;
		if (size == length ||
			(field->secret && size == length + strlen(in_file) &&
				memcmp(name + length, in_file, strlen(in_file)) == 0))
			return true;
	}
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		if (strlen(others[i]) == size && memcmp(others[i], name, size) == 0)
			return true;
	}
	for (int i = 0; i < SERVICE_COUNT; i++) {
		const size_t length = strlen(service_names[i]);

		if (size == strlen(bus) + length && memcmp(name, bus, strlen(bus)) == 0 &&
			strncasecmp(name + strlen(bus), service_names[i], length) == 0)
			return true;
	}
	return false;
}

void
doctor_settings(struct doctor *doctor)
{
	size_t unknown = 0;

	for (char **one = environ; *one != NULL; one++) {
		const size_t size = strcspn(*one, "=");

		if (strncmp(*one, "KITH_", 5) != 0 || is_setting(*one, size))
			continue;
		unknown++;
		doctor_note(doctor, "configuration", FINDING_WARNING,
			"correct its name or remove it; kith-gateway --print-config "
			"lists all settings",
			"%.*s is not a setting and has no effect", (int)size, *one);
	}
	if (unknown == 0)
		doctor_note(doctor, "configuration", FINDING_OK, NULL,
			"all settings are valid");
	if (strcmp(config()->rate_limits.data, "off") == 0)
		doctor_note(doctor, "configuration", FINDING_WARNING,
			"unset KITH_RATE_LIMITS unless this is a test",
			"KITH_RATE_LIMITS is off: clients may send any number of "
			"requests");
}

/* The gateway needs one descriptor for each client; each process needs some for
 * itself. */
static void
check_descriptors(struct doctor *doctor)
{
	const long cores = sysconf(_SC_NPROCESSORS_ONLN);
	const unsigned long long loops =
		(unsigned long long)(config()->loops.value > 0 ? config()->loops.value
							       : cores);
	const unsigned long long others =
		DESCRIPTORS_OF_PROCESS + loops * DESCRIPTORS_OF_LOOP;
	const unsigned long long wanted =
		others + (unsigned long long)config()->connections.value;
	static const char hint[] =
		"raise the hard limit: LimitNOFILE= in the unit, --ulimit nofile= for a "
		"container, or /etc/security/limits.conf";
	struct rlimit files = {0, 0};

	getrlimit(RLIMIT_NOFILE, &files);
	if (files.rlim_max < others + CONNECTIONS_MIN)
		doctor_note(doctor, "file limits", FINDING_FAULT, hint,
			"a process may open %llu files, but the gateway needs at least "
			"%llu to start",
			(unsigned long long)files.rlim_max, others + CONNECTIONS_MIN);
	else if (files.rlim_max < wanted)
		doctor_note(doctor, "file limits", FINDING_WARNING, hint,
			"a process may open %llu files, so the gateway accepts %llu "
			"connections instead of KITH_CONNECTIONS_MAX=%lld",
			(unsigned long long)files.rlim_max,
			(unsigned long long)(files.rlim_max - others),
			(long long)config()->connections.value);
	else
		doctor_note(doctor, "file limits", FINDING_OK, NULL,
			"a process may open %llu files",
			(unsigned long long)files.rlim_max);
}

static void
check_sandbox(struct doctor *doctor)
{
	const long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0,
		LANDLOCK_CREATE_RULESET_VERSION);
	const bool required = strcmp(config()->sandbox.data, "require") == 0;

	if (strcmp(config()->sandbox.data, "off") == 0 ||
		strcmp(config()->sandbox.data, "log") == 0)
		doctor_note(doctor, "sandbox", FINDING_WARNING, "set KITH_SANDBOX=on",
			"KITH_SANDBOX is %s: no process is confined",
			config()->sandbox.data);
	else if (version < 1)
		doctor_note(doctor, "sandbox", required ? FINDING_FAULT : FINDING_WARNING,
			"use a kernel 5.13 or newer with landlock in its lsm= list",
			"this kernel has no Landlock: only system call filters confine "
			"the processes%s",
			required ? ", which KITH_SANDBOX=require refuses" : "");
	else
		doctor_note(doctor, "sandbox", FINDING_OK, NULL,
			"the kernel supports the sandbox (Landlock %ld)", version);
}

void
doctor_limits(struct doctor *doctor)
{
	check_descriptors(doctor);
	check_sandbox(doctor);
}
