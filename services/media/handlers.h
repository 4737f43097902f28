/*
 * handlers.h - the handlers of the media service, one for each operation of its contract.
 */
#ifndef KITH_MEDIA_HANDLERS_H
#define KITH_MEDIA_HANDLERS_H

#include "common/call/call.h"
#include "proto/media/media.h"
#include "proto/media/social.h"

#define MEDIA_HANDLER(name) op_handler name;
MEDIA_OPS(MEDIA_HANDLER)
SOCIAL_OPS(MEDIA_HANDLER)
#undef MEDIA_HANDLER

#endif
