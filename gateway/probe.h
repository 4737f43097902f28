/*
 * probe.h - the readiness probe, for supervisors.
 */
#ifndef KITH_GATEWAY_PROBE_H
#define KITH_GATEWAY_PROBE_H

/* Requests /health/ready at the configured address; answers 0, or 1 after printing the
 * reason. */
int probe_run(void);

#endif
