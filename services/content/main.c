/*
 * main.c - the content service: asks.
 */
#include "common/service.h"
#include "services/content/handlers.h"

static const struct op_entry entries[] = {
#define CONTENT_ENTRY(name) {&op_##name, name},
	CONTENT_OPS(CONTENT_ENTRY)
#undef CONTENT_ENTRY
};

int
main(int argc, char **argv)
{
	static const struct service content_service = {
		.name = SERVICE_CONTENT,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
	};

	return service_main(argc, argv, &content_service);
}
