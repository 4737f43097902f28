/*
 * op_problems.h - all problems of an operation: its own, and those that its guard, its
 * input and the gateway imply.
 */
#ifndef KITH_GATEWAY_REFERENCE_OP_PROBLEMS_H
#define KITH_GATEWAY_REFERENCE_OP_PROBLEMS_H

#include "proto/op.h"

/* Sets the flag of each problem of the operation. */
void op_problems(const struct op *op, bool set[PROBLEM_COUNT]);

#endif
