/*
 * health.h - the health of the services and the database.
 */
#ifndef KITH_GATEWAY_CORE_OBSERVE_HEALTH_H
#define KITH_GATEWAY_CORE_OBSERVE_HEALTH_H

#include "gateway/core/gateway.h"

/* The health record as msgpack, valid during the callback. */
typedef void health_done(void *data, const void *wire, size_t size);

struct health *health_new(void);
void health_free(struct health *health);

/* Checks services and database, at most once a second. Answers an id for
 * health_cancel(), or 0 when it has called back already. */
uint64_t health_check(struct gateway *gateway, health_done *done, void *data);
void health_cancel(struct gateway *gateway, uint64_t id);

/* Whether a health record says that the instance is healthy. */
bool health_is_ready(const void *wire, size_t size);

#endif
