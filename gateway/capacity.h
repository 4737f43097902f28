/*
 * capacity.h - fits connections to the limits of the system.
 */
#ifndef KITH_CAPACITY_H
#define KITH_CAPACITY_H

#include <stddef.h>

/*
 * The number of client connections that the process can hold, of those wanted; each
 * needs a descriptor. Raises the soft limit on descriptors to the hard one, so call it
 * before the process confines itself. Logs when the result is lower than wanted;
 * answers 0 when it is too low to serve.
 */
int capacity_connections(int wanted, size_t loops);

#endif
