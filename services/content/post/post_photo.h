/*
 * post_photo.h - what the operations on the photo of an ask share.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_PHOTO_H
#define KITH_SERVICES_CONTENT_POST_POST_PHOTO_H

#include "common/call/call.h"

/* Sets the photo that media has made, or removes the one that is there, of an ask of the
 * caller's own, and answers it. */
enum problem post_photo_put(struct call *call, const struct uuid *id);
enum problem post_photo_drop(struct call *call, const struct uuid *id);

#endif
