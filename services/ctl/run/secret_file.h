/*
 * secret_file.h - the instance's secret at the start of kithctl run.
 */
#ifndef KITH_SERVICES_CTL_RUN_SECRET_FILE_H
#define KITH_SERVICES_CTL_RUN_SECRET_FILE_H

#include "services/ctl/run/child.h"

/* Loads the secret, or creates it for a new instance. NULL, or a message that lives as
 * long as the process. */
const char *secret_file_prepare(const struct user *user, const char *run_dir);

#endif
