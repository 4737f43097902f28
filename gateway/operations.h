/*
 * operations.h - the port for operators: metrics of all processes.
 */
#ifndef KITH_OPERATIONS_H
#define KITH_OPERATIONS_H

#include "gateway/core/gateway.h"

/* Serves GET /metrics (this gateway), /metrics/content (each replica of a service),
 * /metrics/services (all services) and /metrics/all (everything). */
bool operations_handle(struct http_request *request, enum http_stage stage);
void operations_gone(struct http_request *request);

#endif
