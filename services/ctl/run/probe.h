/*
 * probe.h - whether the gateway on this machine is ready.
 */
#ifndef KITH_SERVICES_CTL_RUN_PROBE_H
#define KITH_SERVICES_CTL_RUN_PROBE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether /health/ready on the loopback address answers 200 within a second. */
bool probe_ready(uint16_t port);

#endif
