/*
 * reads_test.c - what only some reads may be: answered by a replica, or statement by statement.
 */
#include <string.h>

#include "proto/op.h"
#include "tests/support/test.h"

/* A replica carries out the transaction of a connection of its own; the tag of what is old would
 * have a write refused. */
TEST(lets_a_replica_answer_what_is_a_transaction_of_a_member)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];

		if (op->behind &&
			(op->tx != TX_READ || op->lane != LANE_DATABASE || op->tagged ||
				op->guard != GUARD_MEMBER))
			fail_msg("%s may not be answered by a replica", op->name);
	}
}

TEST(has_reads_of_the_database_alone_share_connections)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];

		if (op->brief &&
			(op->tx != TX_READ || op->lane != LANE_DATABASE ||
				op->method != METHOD_GET))
			fail_msg("%s may not share connections", op->name);
	}
}

TEST(knows_the_fields_that_make_a_read_slow)
{
	for (size_t i = 0; i < op_count; i++) {
		const struct op *op = ops[i];
		const char *const *name = op->slow_with;

		if (name != NULL && !op->brief)
			fail_msg("%s is slow anyhow", op->name);
		for (; name != NULL && *name != NULL; name++) {
			size_t at = 0;

			while (at < op->input->count &&
				strcmp(op->input->fields[at].name, *name) != 0)
				at++;
			if (at == op->input->count)
				fail_msg("%s takes no %s", op->name, *name);
		}
	}
}
