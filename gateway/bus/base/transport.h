/*
 * transport.h - what a transport of the bus does: five functions.
 *
 * gateway/bus/sp and gateway/bus/nng implement them; gateway/bus/bus.h is for callers.
 */
#ifndef KITH_GATEWAY_BUS_BASE_TRANSPORT_H
#define KITH_GATEWAY_BUS_BASE_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/loop.h"
#include "common/secret/secret.h"
#include "proto/op.h"

enum bus_outcome {
	BUS_ANSWERED,    /* .body is a reply message */
	BUS_UNAVAILABLE, /* no replica could take it: it was not carried out */
	BUS_OVERLOADED,  /* all replicas are at their cap: it was not carried out */
	BUS_LOST,        /* it was sent, then the connection broke or brought a forged
			  * reply: it may have been carried out */
	BUS_EXPIRED,     /* no answer by the deadline: it may have been carried out */
};

struct bus_result {
	enum bus_outcome outcome;
	const uint8_t *body; /* valid during the callback */
	size_t size;
};

typedef void bus_done(void *data, const struct bus_result *result);

struct bus_options {
	struct loop *loop;
	bool nng;               /* libnng carries the bus, not our own SP */
	const struct key *keys; /* of calls and replies, by enum service_name; copied */
	/* By enum service_name: "ipc:///…", "tcp://host:port", several separated by
	 * commas; NULL = not deployed. */
	const char *const *addresses;
	int in_flight_max;       /* per replica; 0 = 256 */
	int ping_interval_ms;    /* 0 = 250; two misses take a replica out */
	int resolve_interval_ms; /* 0 = 1000: how soon a new replica is used */
};

struct bus_request {
	enum service_name service;
	const void *body; /* the message is the body and the rest */
	size_t size;
	const void *rest; /* not copied: it must stay until the call ends */
	size_t rest_size;
	int64_t deadline_ms; /* monotonic */
	bool repeatable;
	/* NULL = any replica. Otherwise the call goes to the replica at .replica_index of
	 * those that take calls, and its name is written here. */
	char *replica_name;
	size_t replica_index;
	bus_done *done;
	void *data;
};

/* Each transport's own struct begins with this one. */
struct bus {
	const struct bus_transport *transport;
};

/* As the functions of bus.h. Options have no zeros here. */
struct bus_transport {
	struct bus *(*open)(const struct bus_options *options);
	uint64_t (*call)(struct bus *bus, const struct bus_request *request);
	void (*cancel)(struct bus *bus, uint64_t call);
	int (*replicas)(const struct bus *bus, enum service_name service);
	void (*close)(struct bus *bus);
};

/* What a replica is called in figures: its address. */
#define BUS_REPLICA_NAME_MAX 128

/* How long a call waits for a replica. */
#define BUS_WAIT_MS 1000

#endif
