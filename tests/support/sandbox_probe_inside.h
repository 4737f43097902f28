/* sandbox_probe_inside.h - shared by the files of probes. */
#ifndef KITH_TESTS_SANDBOX_PROBE_INSIDE_H
#define KITH_TESTS_SANDBOX_PROBE_INSIDE_H

#include <errno.h>

#include "tests/support/sandbox_probe.h"

typedef const struct sandbox_target target_t;

/* 0, or errno when the result is -1. */
static inline int
outcome(long result)
{
	return result < 0 ? errno : 0;
}

/* sandbox_probe_network.c */
int sandbox_probe_connect_elsewhere(target_t *target);
int sandbox_probe_connect_fast(target_t *target);
int sandbox_probe_connect_multipath(target_t *target);
int sandbox_probe_bind_port(target_t *target);
int sandbox_probe_bind_path(target_t *target);
int sandbox_probe_open_datagram(target_t *target);
int sandbox_probe_open_raw(target_t *target);
int sandbox_probe_open_netlink(target_t *target);
int sandbox_probe_open_packet(target_t *target);
int sandbox_probe_open_crypto(target_t *target);

#endif
