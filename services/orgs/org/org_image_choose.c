#include <string.h>

#include "services/orgs/handlers.h"
#include "services/orgs/org/org_image.h"

/* Media has fetched the image, unless it is to be removed. */
enum problem
org_image_choose(struct call *call, const void *input)
{
	const struct org_image_choose_in *in = input;
	enum org_image which = strcmp(in->kind.data, "logo") == 0 ? ORG_LOGO : ORG_COVER;

	if (in->remove.value)
		return org_image_remove(call, &in->slug, which);
	return org_image_set(call, &in->slug, which);
}
