/*
 * call.h - the call of an operation for a request that passed its guards.
 */
#ifndef KITH_GATEWAY_REST_CALL_H
#define KITH_GATEWAY_REST_CALL_H

#include "gateway/rest/exchange.h"

/* Reads the input, calls the operation, and answers once. The body has been read. */
void rest_call(struct rest *rest);

#endif
