#ifndef KITH_GATEWAY_HTTP_VET_LAYOUT_H
#define KITH_GATEWAY_HTTP_VET_LAYOUT_H

#include "gateway/http/vet.h"

/*
 * Whether the head was received as "method SP target SP version CRLF", then "name: value
 * CRLF" for each field, then CRLF, with not a byte more or less but blanks after the colon.
 * True when head->received is 0, because then the place of the strings says nothing.
 */
bool http_vet_layout(const struct http_head *head);

#endif
