/*
 * reads_test.c - the connections of reads, and the reads that a replica may answer.
 */
#include "proto/op.h"
#include "tests/support/test.h"

/* A replica carries out a whole transaction. A stale ETag would have a write refused. */
TEST(lets_a_replica_answer_transactions_of_members_only)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];

		if (op->stale_ok &&
			(op->tx != TX_READ || op->run.pool != POOL_DATABASE ||
				op->answer.tagged || op->guard != GUARD_MEMBER))
			fail_msg("%s may not be answered by a replica", op->name);
	}
}

/* Sessions on shared connections are read-only, and other calls wait behind their
 * statements. */
TEST(declares_the_cost_of_each_read_of_the_database)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		const bool reads = op_only_reads(op) && op->service != SERVICE_GATEWAY &&
			op->run.pool == POOL_DATABASE;
		const bool is_list = op->shape == SHAPE_PAGE || op->shape == SHAPE_ARRAY;

		if (reads != (op->cost != COST_UNSET))
			fail_msg("%s: a read of the database has a cost, all else none",
				op->name);
		if (op->cost == COST_POINT && (op->tx != TX_NONE || is_list))
			fail_msg("%s is no point read", op->name);
		if (op->cost == COST_LIST && !is_list)
			fail_msg("%s is no list", op->name);
		if (op->method != METHOD_GET &&
			(op->cost == COST_POINT || op->cost == COST_LIST))
			fail_msg("%s: only a GET shares connections", op->name);
	}
}
