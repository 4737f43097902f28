/*
 * org_image.h - what the operations on an organization's images share.
 */
#ifndef KITH_SERVICES_ORGS_ORG_ORG_IMAGE_H
#define KITH_SERVICES_ORGS_ORG_ORG_IMAGE_H

#include "common/call/call.h"

enum org_image {
	ORG_LOGO,
	ORG_COVER
};

/* Sets the image that media has made, or removes the one that is there, for an owner or admin of the
 * organization, and answers it. */
enum problem
org_image_set(struct call *call, const struct text *slug, enum org_image which);
enum problem
org_image_remove(struct call *call, const struct text *slug, enum org_image which);

#endif
