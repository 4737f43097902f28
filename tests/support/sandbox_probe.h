/*
 * sandbox_probe.h - escapes from a sandbox, each tried in a separate process.
 */
#ifndef KITH_TESTS_SANDBOX_PROBE_H
#define KITH_TESTS_SANDBOX_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The targets of the probes. */
struct sandbox_target {
	char key[96];    /* a file of another process */
	char beside[96]; /* a path without a file */
	uint16_t port;   /* with a listener, but not declared */
	pid_t sibling;   /* a process of the same user */
};

struct sandbox_probe {
	const char *name;
	int (*run)(const struct sandbox_target *target); /* 0 = escaped, else errno */
	bool easy;      /* an unconfined process of any user can do this */
	bool etc;       /* reads below /etc, which name resolution must read */
	bool elsewhere; /* connects to a port that is not declared */
	bool datagrams; /* opens a socket that name resolution needs */
};

extern const struct sandbox_probe sandbox_probes[];
extern const size_t sandbox_probe_count;

#endif
