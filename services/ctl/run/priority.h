/*
 * priority.h - the scheduling priorities of an instance's processes.
 *
 * Under overload the gateway must still refuse requests at once. So it runs before the
 * services, and they run before the database, which uses all the time it gets.
 */
#ifndef KITH_SERVICES_CTL_RUN_PRIORITY_H
#define KITH_SERVICES_CTL_RUN_PRIORITY_H

#include <sys/types.h>

/* Added to the supervisor's nice value (nice(2)). The database has the highest one:
 * images must be decoded even while members' searches keep many of its processes busy. */
#define NICE_GATEWAY 0
#define NICE_SERVICE 3
#define NICE_DATABASE 10

/* Gives the calling process a lower priority in a session of its own. */
void priority_begin(int nice);

/* Lowers the priority of the database's new sessions. Checks at most once a second,
 * however often it is called. */
void priority_sessions(pid_t database);

#endif
