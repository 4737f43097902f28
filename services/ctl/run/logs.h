/*
 * logs.h - the log files of an instance on one machine, and their size limit.
 */
#ifndef KITH_SERVICES_CTL_RUN_LOGS_H
#define KITH_SERVICES_CTL_RUN_LOGS_H

#include "services/ctl/run/child.h"

/* A log beyond this size is rotated; LOGS_KEPT older parts are kept. */
#define LOGS_BYTES_MAX ((off_t)16 * 1024 * 1024)
#define LOGS_KEPT 3

/* Opens a child's log for appending, with the rights of the user; -1 with errno set. */
int logs_open(const struct user *user, const char *log_dir, const char *name);

/* Rotates a child's log that is too large: <name>.log to <name>.log.1, .1 to .2, and so
 * on; the oldest part is deleted. The child keeps writing to the same file, now empty. */
void logs_rotate(const struct user *user, const char *log_dir, const char *name);

#endif
