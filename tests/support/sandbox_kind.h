/*
 * sandbox_kind.h - the kinds of processes of an instance, and becoming one of them.
 */
#ifndef KITH_TESTS_SANDBOX_KIND_H
#define KITH_TESTS_SANDBOX_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sandbox/sandbox.h"

struct sandbox_kind {
	const char *name;
	struct sandbox needs;
	bool inet, names; /* it connects over the network; it resolves host names */
	bool anywhere;    /* it may connect to every port */
	uint16_t dials;   /* a port that it may connect to, without a listener */
	uint16_t binds;   /* a port that it may bind */
	int calls_max;
};

/* The same as in gateway/main.c, common/service/process.c and the services. */
extern const struct sandbox_kind sandbox_kinds[];
extern const size_t sandbox_kind_count;

/* Becomes such a process, with KITH_SANDBOX set to `mode`; returns the result of
 * sandbox_enter(). */
bool sandbox_kind_enter(const struct sandbox_kind *kind, const char *mode);

/* From now on a system call fails as on a kernel without it; -1 for none. */
void sandbox_kind_take_away(int call);

/* Whether this build and this machine can confine a process; prints the reason if not. */
bool sandbox_kind_possible(void);

/* Becomes such a process in a child; returns its exit status, 0 for success. *text gets
 * its log. */
int sandbox_kind_log(
	const struct sandbox_kind *kind, const char *mode, int without, char **text);

#endif
