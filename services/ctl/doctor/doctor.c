/*
 * doctor.c - kithctl doctor: checks the machine, the settings and the servers they name.
 *
 * It changes nothing and gives a hint for each problem. Each check works by itself,
 * because the others may fail on a broken machine.
 */
#include <stdio.h>
#include <string.h>

#include "common/config/config.h"
#include "common/json/json.h"
#include "common/secret/secret.h"
#include "services/ctl/commands.h"
#include "services/ctl/doctor/inside.h"
#include "services/ctl/help.h"
#include "services/ctl/run/database_url.h"

static const char *const state_names[] = {
	[FINDING_OK] = "ok", [FINDING_WARNING] = "warning", [FINDING_FAULT] = "fault"};

static size_t
count(const struct doctor *doctor, enum finding_state state)
{
	size_t count = 0;

	for (const struct finding *one = doctor->first; one != NULL; one = one->next)
		count += one->state == state;
	return count;
}

static void
print_text(const struct doctor *doctor)
{
	for (const struct finding *one = doctor->first; one != NULL; one = one->next) {
		printf("%-8s %-14s %s.\n", state_names[one->state], one->check,
			one->found);
		if (one->hint != NULL)
			printf("%-8s %-14s hint: %s.\n", "", "", one->hint);
	}
	printf("%zu faults, %zu warnings\n", count(doctor, FINDING_FAULT),
		count(doctor, FINDING_WARNING));
}

static void
print_json(const struct doctor *doctor)
{
	struct buffer out = {.arena = doctor->arena};

	json_add_open(&out, NULL, '{');
	json_add_integer(&out, "faults", (int64_t)count(doctor, FINDING_FAULT));
	json_add_integer(&out, "warnings", (int64_t)count(doctor, FINDING_WARNING));
	json_add_open(&out, "findings", '[');
	for (const struct finding *one = doctor->first; one != NULL; one = one->next) {
		json_add_open(&out, NULL, '{');
		json_add_text(&out, "check", one->check);
		json_add_text(&out, "state", state_names[one->state]);
		json_add_text(&out, "found", one->found);
		if (one->hint != NULL) {
			json_add_text(&out, "hint", one->hint);
			json_add_text(&out, "cure", one->hint); /* deprecated name */
		}
		json_add_close(&out, '}');
	}
	json_add_close(&out, ']');
	json_add_close(&out, '}');
	fwrite(out.data, 1, out.size, stdout);
	putchar('\n');
}

/* Runs all checks. Invalid settings end the examination, since every check reads
 * settings. */
static void
examine(struct doctor *doctor)
{
	const char *fault = config_check();

	doctor_clock(doctor);
	if (fault == NULL)
		fault = database_url_fault();
	if (fault != NULL) {
		doctor_note(doctor, "configuration", FINDING_FAULT,
			"correct the variable; kith-gateway --print-config explains all "
			"of them",
			"%s", fault);
		return;
	}
	doctor_settings(doctor);
	doctor_files(doctor);
	doctor_limits(doctor);
	doctor_ports(doctor);
	doctor_database(doctor);
	doctor_mail(doctor);
	doctor_store(doctor);
	doctor_front(doctor);
}

int
command_doctor(int argc, char **argv)
{
	const bool as_json = argc == 2 && strcmp(argv[1], "--json") == 0;
	struct doctor doctor = {.end = &doctor.first};
	int status;

	if (argc > 1 && !as_json)
		return help_usage(argc, argv,
			"usage: kithctl doctor [--json]\n\n"
			"Checks this machine, the settings, the database, mail, the "
			"clock and certificates.\n"
			"Prints a hint for each problem. Changes nothing; exits with 1 "
			"after a fault.\n");
	doctor.arena = arena_new(65536);
	examine(&doctor);
	if (as_json)
		print_json(&doctor);
	else
		print_text(&doctor);
	status = count(&doctor, FINDING_FAULT) > 0 ? 1 : 0;
	arena_free(doctor.arena);
	return status;
}
