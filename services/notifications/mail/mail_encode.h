/*
 * mail_encode.h - text in the forms that headers and bodies of mails allow.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_ENCODE_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_ENCODE_H

#include "common/base/arena.h"

/* A display name: a quoted string of ASCII, or encoded words (RFC 2047), folded where it must
 * be. Control characters are dropped. */
void mail_encode_phrase(struct buffer *out, const char *name);

/* A header of running text, such as the subject: as it is where that is short and plain ASCII,
 * else in encoded words. Control characters are dropped. */
void mail_encode_unstructured(struct buffer *out, const char *text);

/* Whether a text can travel as it is: ASCII in lines of at most 998 characters. */
bool mail_encode_is_plain(const char *text);

/* The same text with CRLF at each line's end. */
void mail_encode_lines(struct buffer *out, const char *text);

/* Quoted-printable (RFC 2045, section 6.7). */
void mail_encode_quoted(struct buffer *out, const char *text);

#endif
