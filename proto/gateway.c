#include "proto/gateway.h"

#include "proto/records.h"

const struct op op_health_get = {
	.name = "health_get",
	.service = SERVICE_GATEWAY,
	.method = METHOD_GET,
	.path = "/health",
	.summary = "Check the health",
	.doc = "Whether the API is up, its version, and whether its database answers.",
	.output = &health_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.tool =
		{
			.name = "get_health",
			.title = "Check the health",
			.doc = "Checks the API and its database. Use it when other tools fail.",
			.read_only = true,
			.idempotent = true,
			.rank = 900,
		},
};

const struct op op_health_ready = {
	.name = "health_ready",
	.service = SERVICE_GATEWAY,
	.method = METHOD_GET,
	.path = "/health/ready",
	.summary = "Check the readiness",
	.doc = "Answers 200 if every service and the database can take requests and messages are "
	       "delivered in time, otherwise 503 with the same record.",
	.output = &health_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
};
