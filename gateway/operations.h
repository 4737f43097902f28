/*
 * operations.h - the port for operators: metrics of all processes.
 */
#ifndef KITH_OPERATIONS_H
#define KITH_OPERATIONS_H

#include "gateway/core/gateway.h"

/* GET /metrics: the gateway's own; /metrics/content: those of a service's instances,
 * which have no port; /metrics/services: of all services; /metrics/all: both. */
bool operations_handle(struct http_request *request, enum http_stage stage);
void operations_gone(struct http_request *request);

#endif
