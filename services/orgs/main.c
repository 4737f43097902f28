/*
 * main.c - the orgs service: organizations, memberships, join requests and invitations.
 */
#include "common/service/service.h"
#include "services/orgs/handlers.h"

static const struct op_entry entries[] = {
#define ORGS_ENTRY(name) {&op_##name, name},
	ORGS_OPS(ORGS_ENTRY)
#undef ORGS_ENTRY
};

int
main(int argc, char **argv)
{
	static const struct service orgs_service = {
		.name = SERVICE_ORGS,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
	};

	return service_main(argc, argv, &orgs_service);
}
