#include "services/projects/handlers.h"
#include "services/projects/project/project_listing.h"

/* The affiliated projects of an organization, for its members. */
enum problem
org_project_list(struct call *call, const void *input)
{
	const struct org_project_list_in *in = input;

	return project_listing_of_org(call, &in->slug, &in->status);
}
