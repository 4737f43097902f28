#include "proto/gateway.h"

#include "proto/records.h"

const struct op op_health_get = {
	.name = "health_get",
	.service = SERVICE_GATEWAY,
	.method = METHOD_GET,
	.path = "/health",
	.summary = "Health of the API",
	.doc = "Whether the API serves, its version, and whether its database answers.",
	.output = &health_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.tool =
		{
			.name = "get_health",
			.title = "Check the service",
			.doc = "Health of the API and its database. Use it when other "
			       "tools fail.",
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
	.summary = "Readiness of the API",
	.doc = "200 when every service and the database can take requests, else 503 with the same "
	       "record.",
	.output = &health_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
};
