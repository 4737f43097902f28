/*
 * format.h - the formats of texts; only text_format*.c include it, input.h is for
 * others.
 */
#ifndef KITH_COMMON_TEXT_FORMAT_H
#define KITH_COMMON_TEXT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

/* ASCII, whatever the locale. */
bool text_format_is_digit(char character);
bool text_format_is_letter(char character);
bool text_format_is_hex(char character);

/* A dot-string mailbox (RFC 5321, section 4.1.2) at a host with a dot in its name. */
bool text_format_email(const char *data, size_t size);

/* A host name of letters, digits and hyphens (RFC 1123, section 2.1); in addresses of the
 * web, underscores occur as well. */
bool text_format_host(const char *data, size_t size, bool underscores);

/* An absolute http or https URI (RFC 3986) without credentials. */
bool text_format_uri(const char *data, size_t size);

/* One line: no control character (C0, C1), no separator of lines or paragraphs, and nothing that embeds or
 * overrides a direction of writing (UAX 9), which would reorder what stands beside it. The marks that
 * names of some languages need (LRM, RLM, ALM) reorder nothing but themselves, and may stay. */
bool text_format_line(const char *data, size_t size);

/* A name of the IANA time zone database, as installed on this system. */
bool text_format_timezone(const char *data, size_t size);

#endif
