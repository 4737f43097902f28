#include "services/projects/affiliation/affiliation_listing.h"
#include "services/projects/handlers.h"

enum problem
org_affiliation_list(struct call *call, const void *input)
{
	const struct org_affiliation_list_in *in = input;

	return affiliation_listing_of_org(call, &in->slug, &in->status);
}
