/*
 * priority.h - who goes first where processors are short.
 *
 * Where more is asked for than can be done, whoever asks is to be told at once. So the gateway goes
 * before the services, and these before the database, which takes all the time that it is given.
 */
#ifndef KITH_SERVICES_CTL_RUN_PRIORITY_H
#define KITH_SERVICES_CTL_RUN_PRIORITY_H

#include <sys/types.h>

/* How far each stands back behind the supervisor (nice(2)). */
#define NICE_GATEWAY 0
#define NICE_SERVICE 3
#define NICE_DATABASE 6

/* Has the calling process stand back, in a session of its own. */
void priority_begin(int nice);

/* Has the sessions of a database's processes stand back that have begun meanwhile. Looks for them
 * once in a second, however often it is called. */
void priority_sessions(pid_t database);

#endif
