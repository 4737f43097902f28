/*
 * things.h - a small table with operations, for the tests of the skeleton around handlers.
 */
#ifndef KITH_TEST_THINGS_H
#define KITH_TEST_THINGS_H

#include "common/run/run.h"

enum thing_entry {
	THING_CREATE,
	THING_GET,
	THING_UPDATE,
	THING_RENAME, /* answers less than THING_GET */
	THING_LIST,
	THING_ARRAY,
	THING_FEED, /* THING_ARRAY, but COST_LIST */
	THING_SECRET,
	THING_REMOVE,
	THING_SLOW, /* POOL_OUTSIDE; THING_SLOW_MS, and until THING_SLOW_LOCK can be had */
	THING_WAIT,   /* for the database */
	THING_HUGE,   /* more than a message may hold */
	THING_NAP,    /* a read of one statement that takes THING_NAP_MS */
	THING_DOZE,   /* the same of THING_DOZE_MS */
	THING_BREAK,  /* a read that the database refuses */
	THING_MEDDLE, /* a read that tries to write */
	THING_WARN,   /* a read of which the database says more than its answer */
	THING_KILL,   /* a read that ends its own connection */
	THING_COPY,   /* a read that has rows come in another way */
	THING_PARTS,  /* a batched read: THING_PARTS_SIZE / size rows */
	THING_COUNT,
};

/* How long the slow one takes. */
#define THING_SLOW_MS 600

/* The number of an advisory lock that keeps it longer. */
#define THING_SLOW_LOCK "600"

/* How many calls of thing_slow one member may have under way. */
#define THING_SLOW_PER_MEMBER 2

/* How long the database takes for the one that waits. */
#define THING_WAIT_MS 1000

/* What the thing's size is to divide; a thing without a size is refused. */
#define THING_PARTS_SIZE "60"

/* Longer than any call's deadline here. */
#define THING_NAP_MS 8000
#define THING_DOZE_MS 30

extern const struct op_entry things[THING_COUNT];

/* How often a handler was run since the process began. */
extern int thing_runs;

/* When set, a handler that writes calls it first. */
extern void (*thing_interfere)(int run);

/* Is the content service with these operations, for two minutes at most; over libnng where
 * KITH_BUS_TRANSPORT is nng. Answers its exit status. */
int things_serve(void);

/* Creates the table; after scratch_open(). */
void things_create_table(void);

#endif
