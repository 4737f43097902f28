/*
 * mail_encode.h - encodings of text in mail headers and bodies.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_ENCODE_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_ENCODE_H

#include "common/base/arena.h"

/* Writes a display name: a quoted string if it is ASCII, otherwise folded encoded
 * words (RFC 2047). Control characters are dropped. */
void mail_encode_phrase(struct buffer *out, const char *name);

/* Writes unstructured header text, such as a subject. Short plain ASCII stays as it
 * is; other text becomes encoded words. Control characters are dropped. */
void mail_encode_unstructured(struct buffer *out, const char *text);

/* Whether the text is valid 7bit content: ASCII in lines of at most 998 characters. */
bool mail_encode_is_plain(const char *text);

/* Writes the text with CRLF line ends. */
void mail_encode_lines(struct buffer *out, const char *text);

/* Writes the text as quoted-printable (RFC 2045, section 6.7). */
void mail_encode_quoted(struct buffer *out, const char *text);

#endif
