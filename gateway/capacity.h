/*
 * capacity.h - how much of what was asked for the system lets the process have.
 */
#ifndef KITH_CAPACITY_H
#define KITH_CAPACITY_H

#include <stddef.h>

/* Has large blocks of memory go back to the system as soon as they are freed. Before any
 * thread is started. */
void capacity_return_memory(void);

/*
 * How many client connections the process may hold, of those that are wanted: each is a
 * descriptor, and so many others are needed for each loop. Raises the soft limit on
 * descriptors to the hard one, so call it before the process is confined. Logs when it
 * is fewer than wanted; 0 when so few are left that it is of no use to serve.
 */
int capacity_connections(int wanted, size_t loops);

#endif
