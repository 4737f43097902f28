/*
 * vet.h - checks that the head of a request has exactly one reading.
 *
 * libmicrohttpd accepts heads that a proxy in front of it may read differently: two
 * lengths, a length and chunks, blanks before a colon, several hosts. Such a request can
 * hide a second one (RFC 9112, section 11.2). It is refused before its body is read, and
 * the connection is closed.
 */
#ifndef KITH_GATEWAY_HTTP_VET_H
#define KITH_GATEWAY_HTTP_VET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds/bounds.h"

#define HTTP_FIELDS_MAX 64
#define HTTP_TARGET_BYTES_MAX ((size_t)BOUND_TARGET_BYTES)
/* The target and the header lines, with HTTP_FIELD_BYTES for the parser's record of
 * each. */
#define HTTP_HEAD_BYTES_MAX ((size_t)BOUND_HEAD_BYTES)
#define HTTP_FIELD_BYTES ((size_t)64)
#define HTTP_HEAD_TOO_LARGE \
	"the target and the headers are longer than 18 KiB " \
	"(each header adds 64 bytes)"

struct http_field {
	const char *name, *value; /* NUL-terminated */
	size_t name_size, value_size;
};

/* A head as it was received. Where `received` is known, the strings stand in the buffer
 * into which they were received. */
struct http_head {
	const char *method, *version;
	const char *target;        /* as sent; a copy */
	const char *target_origin; /* its place in the buffer; compared, never read */
	struct http_field *fields;
	size_t field_count; /* may exceed the limit; .fields holds the first ones */
	size_t received;    /* bytes from the method to the empty line; 0 = unknown */
	bool trims;         /* the parser ignores blanks after a value that frames */
};

/* How the body is framed. */
struct http_framing {
	bool chunked;
	uint64_t length; /* 0 without a body; UINT64_MAX when chunked */
};

/*
 * Whether the head was received as "method SP target SP version CRLF", then "name: value
 * CRLF" for each field, then CRLF, with nothing more or less than blanks after the colon.
 * True when head->received is 0, because then the places of the strings are unknown.
 */
bool http_vet_layout(const struct http_head *head);

/* NULL, or what about the head is too large, as a sentence for the client. */
const char *http_vet_size(const struct http_head *head);

/* NULL and the framing, or what is wrong, as a sentence for the client. */
const char *http_vet(const struct http_head *head, struct http_framing *framing);

/* The first field of that name, compared without case, or NULL. */
const struct http_field *http_vet_find(const struct http_head *head, const char *name);

/* Whether the request line says HTTP/1.0. */
bool http_vet_is_old(const struct http_head *head);

/* The path and query of a vetted target: "/" for a URL without a path, and "*". */
const char *http_vet_path(const char *target);

/* The size of a value without the blanks after it. */
size_t http_vet_value_size(const struct http_field *field);

/* Whether the value of a Content-Length is a plain number of 63 bits. */
bool http_vet_is_length(const char *value, size_t size);

/* Whether the name is one of "GET HEAD POST PUT PATCH DELETE OPTIONS". */
bool http_vet_method(const char *method);

#endif
