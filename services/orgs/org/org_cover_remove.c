#include "services/orgs/handlers.h"
#include "services/orgs/org/org_image.h"

/* The organization has no cover from now on. */
enum problem
org_cover_remove(struct call *call, const void *input)
{
	const struct org_image_in *in = input;

	return org_image_remove(call, &in->slug, ORG_COVER);
}
