/*
 * qr.h - the one door to libqrencode: a text as a picture that cameras read (ISO/IEC
 * 18004).
 */
#ifndef KITH_GATEWAY_ACCOUNT_QR_H
#define KITH_GATEWAY_ACCOUNT_QR_H

#include "common/base/arena.h"

/* Puts an SVG of the text, `label` for those who do not see it; nothing when it is too
 * long. */
void qr_put(struct buffer *out, const char *text, const char *label);

#endif
