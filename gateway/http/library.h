/*
 * library.h - what libmicrohttpd does without asking: it parses cookies, compares values
 * that frame a body with the blanks after them, answers a length that it cannot read
 * twice, and answers heads that it cannot hold and chunks that it cannot read with a page
 * of its own.
 *
 * The library has no option for any of these. It calls its own public functions through
 * the dynamic linker, so the definitions in library.c come first. With a library that
 * binds its own calls (-Bsymbolic), only http_library_trims() changes: the vetting then
 * refuses what the library reads differently.
 */
#ifndef KITH_GATEWAY_HTTP_LIBRARY_H
#define KITH_GATEWAY_HTTP_LIBRARY_H

#include <microhttpd.h>
#include <stdbool.h>

/* Answers a request that the library refuses with this status: the response that
 * replaces the library's own, or NULL, and its status. */
typedef struct MHD_Response *
http_library_refuser(struct MHD_Connection *mhd, unsigned *status);

/* Finds the library's own functions; false when there is none of a name. */
bool http_library_begin(http_library_refuser *refuser);

/* Queues an answer of ours. */
enum MHD_Result http_library_queue(
	struct MHD_Connection *mhd, unsigned status, struct MHD_Response *response);

/* Whether the library looks values up here, where the blanks after them are cut off. */
bool http_library_trims(void);

#endif
