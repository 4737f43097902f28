/*
 * probe.h - whether the gateway of this environment is ready, for those who supervise it.
 */
#ifndef KITH_GATEWAY_PROBE_H
#define KITH_GATEWAY_PROBE_H

/* Asks /health/ready where the settings say that the gateway listens; 0, or 1 after
 * saying that it is not. */
int probe_run(void);

#endif
