/*
 * things.h - a small table with operations, for the tests of common/run and
 * common/service.
 */
#ifndef KITH_TEST_THINGS_H
#define KITH_TEST_THINGS_H

#include "common/run/run.h"

enum thing_entry {
	THING_CREATE,
	THING_GET,
	THING_UPDATE,
	THING_RENAME, /* returns less than THING_GET */
	THING_LIST,
	THING_ARRAY,
	THING_FEED, /* THING_ARRAY, but COST_LIST */
	THING_SECRET,
	THING_REMOVE,
	THING_SLOW,  /* POOL_OUTSIDE; takes THING_SLOW_MS and waits for THING_SLOW_LOCK */
	THING_WAIT,  /* waits for the database */
	THING_HUGE,  /* exceeds the size of a message */
	THING_NAP,   /* a read of one statement that takes THING_NAP_MS */
	THING_DOZE,  /* the same with THING_DOZE_MS */
	THING_BREAK, /* a read that the database refuses */
	THING_MEDDLE, /* a read that tries to write */
	THING_WARN,   /* a read with a notice of the database */
	THING_KILL,   /* a read that ends its own connection */
	THING_COPY,   /* a read whose rows come by COPY */
	THING_PARTS,  /* a batched read: THING_PARTS_SIZE / size rows */
	THING_COUNT,
};

/* The duration of THING_SLOW. */
#define THING_SLOW_MS 600

/* The number of an advisory lock that prolongs it. */
#define THING_SLOW_LOCK "600"

/* The limit of one member's concurrent calls of thing_slow. */
#define THING_SLOW_PER_MEMBER 2

/* The duration of THING_WAIT. */
#define THING_WAIT_MS 1000

/* The dividend of a thing's size; a thing without a size is refused. */
#define THING_PARTS_SIZE "60"

/* Longer than the deadline of any call in the tests. */
#define THING_NAP_MS 8000
#define THING_DOZE_MS 30

extern const struct op_entry things[THING_COUNT];

/* How often a handler has run since the process began. */
extern int thing_runs;

/* A hook that handlers that write call first; may be NULL. */
extern void (*thing_interfere)(int run);

/* Serves these operations as the content service, for two minutes at most; over libnng
 * where KITH_BUS_TRANSPORT is nng. Returns its exit status. */
int things_serve(void);

/* Creates the table; call it after scratch_open(). */
void things_create_table(void);

#endif
