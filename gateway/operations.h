/*
 * operations.h - the port for whoever runs the instance: metrics of all its processes.
 */
#ifndef KITH_OPERATIONS_H
#define KITH_OPERATIONS_H

#include "gateway/edge/gateway.h"

/* GET /metrics: the gateway's own; GET /metrics/content: those of one replica of a service,
 * which listens on no port of its own. */
bool operations_handle(struct http_request *request, enum http_stage stage);
void operations_gone(struct http_request *request);

#endif
