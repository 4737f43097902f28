/*
 * operator.c - an internal operation on organizations, for kithctl.
 */
#include "proto/orgs/orgs.h"
#include "proto/records.h"

static const struct field org_operator_list_in_fields[] = {
	PAGE_FIELDS(struct org_operator_list_in),
};

static const struct record org_operator_list_input =
	INPUT_RECORD(org_operator_list_in, "The page to return.");

const struct op op_org_operator_list = {
	.name = "org_operator_list",
	.service = SERVICE_ORGS,
	.summary = "List all organizations",
	.doc = "Lists all organizations, newest first. For the operator.",
	.input = &org_operator_list_input,
	.output = &org_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_INTERNAL,
	.tx = TX_READ,
	.cost = COST_SLOW,
};
