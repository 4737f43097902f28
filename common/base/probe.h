/*
 * probe.h - what a supervisor learns about a process: the options --health, --alive and
 * --watch of each program.
 *
 * A process that is only busy answers within PROBE_SILENCE_S, because its loop never
 * waits. So after that time a supervisor may end the process.
 */
#ifndef KITH_COMMON_BASE_PROBE_H
#define KITH_COMMON_BASE_PROBE_H

#define PROBE_SILENCE_S 15

enum probe {
	PROBE_NONE,   /* the command line has no such option */
	PROBE_HEALTH, /* whether the process accepts calls */
	PROBE_ALIVE,  /* whether the process answers at all, within PROBE_SILENCE_S */
	/* both, and ends the process when it is silent: for containers, which restart
	 * only what has ended */
	PROBE_WATCH,
};

enum probe_answer {
	PROBE_READY,    /* it accepts calls */
	PROBE_STARTING, /* it answers that it has not reached its database yet */
	PROBE_DRAINING, /* it answers that it ends */
	PROBE_UNREADY,  /* the gateway answers that the instance is not ready */
	PROBE_FORGED,   /* its answer has the key of another secret */
	PROBE_AWAY,     /* nothing listens at the address */
	PROBE_SILENT,   /* it did not answer in time */
};

/* The exit status after silence, which tells it from 1: not ready, or nothing there. */
#define PROBE_SILENT_STATUS 3

/* The probe that the command line asks for. */
enum probe probe_option(int argc, char **argv);

/* How many seconds to wait for the answer; `brief_s` for PROBE_HEALTH. */
int probe_wait_s(enum probe probe, int brief_s);

/* Prints a sentence about a bad answer, ends the silent process if the probe is
 * PROBE_WATCH, and returns the exit status. */
int probe_finish(enum probe probe, enum probe_answer answer, const char *program,
	const char *address);

#endif
