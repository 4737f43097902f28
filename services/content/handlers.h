/*
 * handlers.h - the handlers of the content service, one per operation of the contract.
 */
#ifndef KITH_CONTENT_HANDLERS_H
#define KITH_CONTENT_HANDLERS_H

#include "common/call/call.h"
#include "proto/content/posts.h"
#include "proto/content/progress.h"

#define CONTENT_HANDLER(name) op_handler name;
CONTENT_OPS(CONTENT_HANDLER)
PROGRESS_OPS(CONTENT_HANDLER)
#undef CONTENT_HANDLER

#endif
