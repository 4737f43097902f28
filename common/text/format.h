/*
 * format.h - the formats of texts; internal to common/text. Others use input.h.
 */
#ifndef KITH_COMMON_TEXT_FORMAT_H
#define KITH_COMMON_TEXT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

/* ASCII only, independent of the locale. */
bool text_format_is_digit(char character);
bool text_format_is_letter(char character);
bool text_format_is_hex(char character);

/* A dot-string mailbox (RFC 5321, section 4.1.2) at a host whose name has a dot. */
bool text_format_email(const char *data, size_t size);

/* A host name of letters, digits and hyphens (RFC 1123, section 2.1). Hosts of URLs may
 * also have underscores. */
bool text_format_host(const char *data, size_t size, bool underscores);

/* An absolute http or https URI (RFC 3986) without credentials. */
bool text_format_uri(const char *data, size_t size);

/* One line: no control characters (C0, C1) and no line or paragraph separators. Also no
 * directional embedding, override or isolate (UAX 9), because these reorder the
 * neighboring text. The marks LRM, RLM and ALM are allowed: some languages need them in
 * names, and they reorder nothing else. No characters of private use: each reader's font
 * decides what they show. */
bool text_format_line(const char *data, size_t size);

/* One line in which no word mixes the letters of Latin, Cyrillic and Greek, many of which
 * look alike (UTS 39). Words may mix Latin with other scripts. No invisible characters,
 * such as U+200B; joiners may stand where they are spelling. */
bool text_format_name(const char *data, size_t size);

/* A name in the IANA time zone database that is installed on this system. */
bool text_format_timezone(const char *data, size_t size);

#endif
