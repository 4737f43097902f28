#include "services/orgs/handlers.h"
#include "services/orgs/org/org_image.h"

/* Media has fetched the image. */
enum problem
org_logo_set_from_url(struct call *call, const void *input)
{
	const struct org_image_from_url_in *in = input;

	return org_image_set(call, &in->slug, ORG_LOGO);
}
