/*
 * iri.h - addresses with characters beyond ASCII, as the URIs and mailboxes they mean.
 */
#ifndef KITH_COMMON_TEXT_IRI_H
#define KITH_COMMON_TEXT_IRI_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/field.h"

/* The size of the ASCII form of an address is at most this. */
#define IRI_ASCII_MAX(size) ((size)*3 + 256)

/* Whether the text is an address of this format with a byte beyond ASCII. */
bool iri_is_wide(enum text_format format, const char *data, size_t size);

/*
 * Writes the URI of an IRI (RFC 3987, section 3.1) or the mailbox of an address with an
 * internationalized domain to `out`, which has room for IRI_ASCII_MAX(size) bytes. The
 * host is converted by IDNA 2008, the rest of a URI is percent-encoded. Returns the
 * number of bytes, or 0 when there is no such form. The result still has to be checked.
 */
size_t iri_to_ascii(enum text_format format, const char *data, size_t size, char *out);

#endif
