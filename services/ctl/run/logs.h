/*
 * logs.h - the log files of an instance on one machine, and their bound.
 */
#ifndef KITH_SERVICES_CTL_RUN_LOGS_H
#define KITH_SERVICES_CTL_RUN_LOGS_H

#include "services/ctl/run/child.h"

/* A file that has grown beyond so many bytes is moved on, and so many older ones are kept. */
#define LOGS_BYTES_MAX ((off_t)16 * 1024 * 1024)
#define LOGS_KEPT 3

/* Opens a child's log to append to, with the rights of the user whose folder it is in; -1 with
 * errno set. */
int logs_open(const struct user *user, const char *log_dir, const char *name);

/* Moves what is in a child's log to <name>.log.1 if that has become too much, what was there to
 * .2, and so on; the last one goes. The child writes on to the same file, which is empty then. */
void logs_rotate(const struct user *user, const char *log_dir, const char *name);

#endif
