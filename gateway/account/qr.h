/*
 * qr.h - QR codes (ISO/IEC 18004); the only user of libqrencode.
 */
#ifndef KITH_GATEWAY_ACCOUNT_QR_H
#define KITH_GATEWAY_ACCOUNT_QR_H

#include "common/base/arena.h"

/* Writes an SVG of the text, with `label` as its description; nothing when it is too
 * long. */
void qr_put(struct buffer *out, const char *text, const char *label);

#endif
