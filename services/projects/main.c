/*
 * main.c - the projects service: projects, rosters, and affiliations with organizations.
 */
#include "common/service/service.h"
#include "services/projects/handlers.h"

static const struct op_entry entries[] = {
#define PROJECTS_ENTRY(name) {&op_##name, name},
	PROJECT_OPS(PROJECTS_ENTRY) AFFILIATION_OPS(PROJECTS_ENTRY)
#undef PROJECTS_ENTRY
};

int
main(int argc, char **argv)
{
	static const struct service projects_service = {
		.name = SERVICE_PROJECTS,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
	};

	return service_main(argc, argv, &projects_service);
}
