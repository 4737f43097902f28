/*
 * op_problems.h - everything that an operation can be refused with: its own problems, and
 * those that its guard, its input and the gateway imply. For OpenAPI and the reference.
 */
#ifndef KITH_GATEWAY_REFERENCE_OP_PROBLEMS_H
#define KITH_GATEWAY_REFERENCE_OP_PROBLEMS_H

#include "proto/op.h"

/* Sets the flag of each problem of the operation. */
void op_problems(const struct op *op, bool set[PROBLEM_COUNT]);

#endif
