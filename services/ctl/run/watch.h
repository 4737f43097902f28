/*
 * watch.h - ends processes that do not answer, so that the supervisor restarts them.
 *
 * Each process is asked every few seconds by a second process of its program
 * (kith-orgs --alive), because only that can read the process's keys. A process that has
 * not answered for PROBE_SILENCE_S is killed; one that is only busy answers in time.
 */
#ifndef KITH_SERVICES_CTL_RUN_WATCH_H
#define KITH_SERVICES_CTL_RUN_WATCH_H

#include "services/ctl/run/child.h"

/* Starts the probes that are due. */
void watch_start(struct child *children, int count, const struct user *user);

/* Notes the end of a process; false when it is no probe of these children. */
bool watch_ended(struct child *children, int count, pid_t pid, int status);

#endif
