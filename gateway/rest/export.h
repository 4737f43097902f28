/*
 * export.h - a chunked export (SHAPE_CHUNKED).
 */
#ifndef KITH_GATEWAY_REST_EXPORT_H
#define KITH_GATEWAY_REST_EXPORT_H

#include "gateway/rest/exchange.h"

/* The arena for the first part; NULL when the request was refused. */
struct arena *rest_export_admit(struct rest *rest);

/* Answers with the first part as the beginning of the body. */
void rest_export_start(struct rest *rest, const struct message_reply *reply);

/* Frees the export; the client has disconnected. */
void rest_export_gone(struct rest *rest);

#endif
