/*
 * progress_photo.h - what the operations on the photo of a progress entry share.
 */
#ifndef KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_PHOTO_H
#define KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_PHOTO_H

#include "common/call/call.h"

/* Sets the photo that media has made, or removes the one that is there, of a progress entry of the
 * caller's own, and answers it. */
enum problem progress_photo_put(struct call *call, const struct uuid *id);
enum problem progress_photo_drop(struct call *call, const struct uuid *id);

#endif
