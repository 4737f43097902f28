#include "services/projects/handlers.h"
#include "services/projects/project/project_listing.h"

/* The projects that have the caller on their roster. */
enum problem
me_project_list(struct call *call, const void *input)
{
	const struct me_project_list_in *in = input;

	return project_listing_own(call, &in->status);
}
