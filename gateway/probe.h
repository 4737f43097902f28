/*
 * probe.h - the probes of the gateway, for supervisors.
 */
#ifndef KITH_GATEWAY_PROBE_H
#define KITH_GATEWAY_PROBE_H

#include "common/base/probe.h"

/* Requests /health/ready at the configured address, and answers the exit status. */
int probe_run(enum probe probe);

#endif
