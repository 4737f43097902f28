/*
 * mail_request.h - mails that somebody asks for who shows no more than an address.
 *
 * The operation writes down what is asked for and looks at nothing else, so it does the same and
 * takes the same time for every address. A task of the service looks a second later at most
 * whether there is somebody to write to. It waits for that second, and for nothing that a
 * request does, or the next request would be slower when the last one had a mail to send.
 */
#ifndef KITH_IDENTITY_MAIL_REQUEST_H
#define KITH_IDENTITY_MAIL_REQUEST_H

#include "common/call.h"

/* Asks for "resend", the mail of a sign-up, or "forgot", a link to choose a password with. */
void mail_request_add(struct call *call, const char *kind, const struct text *email);

/* Writes the mails that are asked for, to whom there is. */
void mail_request_answer(struct call *call);

/* The service's task: does so every second until `stop` is set. */
void mail_request_run(const volatile int *stop);

#endif
