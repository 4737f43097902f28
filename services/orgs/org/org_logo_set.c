#include "services/orgs/handlers.h"
#include "services/orgs/org/org_image.h"

/* Media has made the image of what the caller sent. */
enum problem
org_logo_set(struct call *call, const void *input)
{
	const struct org_image_in *in = input;

	return org_image_set(call, &in->slug, ORG_LOGO);
}
