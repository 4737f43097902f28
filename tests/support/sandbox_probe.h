/*
 * sandbox_probe.h - ways out of a sandbox, each tried in a process of its own.
 */
#ifndef KITH_TESTS_SANDBOX_PROBE_H
#define KITH_TESTS_SANDBOX_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What the probes aim at. */
struct sandbox_target {
	char key[96];    /* a file of another process */
	char beside[96]; /* a path where no file is */
	uint16_t port;   /* that somebody listens on, and nobody declared */
	pid_t sibling;   /* a process of the same user */
};

struct sandbox_probe {
	const char *name;
	int (*run)(const struct sandbox_target *target); /* 0 = out, else errno */
	bool easy;      /* any user's process can do this when it is not confined */
	bool etc;       /* reads below /etc, where name resolution has to read */
	bool elsewhere; /* connects to a port that is not declared */
	bool datagrams; /* opens a socket as name resolution has to */
};

extern const struct sandbox_probe sandbox_probes[];
extern const size_t sandbox_probe_count;

#endif
