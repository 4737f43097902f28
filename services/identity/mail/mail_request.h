/*
 * mail_request.h - mails that somebody asks for who shows no more than an address.
 *
 * The operation writes down what is asked for and looks at nothing else, so it does the same and
 * takes the same time for every address. A task of the service looks a second later at most
 * whether there is somebody to write to. It waits for that second, and for nothing that a
 * request does, or the next request would be slower when the last one had a mail to send.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_MAIL_REQUEST_H
#define KITH_SERVICES_IDENTITY_MAIL_MAIL_REQUEST_H

#include "common/call/call.h"

/* Asks for "resend", the mail of a sign-up, or "forgot", a link to choose a password with. */
void mail_request_add(struct call *call, const char *kind, const struct text *email);

struct mail_request {
	struct uuid id;
	int64_t tries; /* this one included */
};

/* Finds a request that is due and counts the try; false when there is none. */
bool mail_request_take(struct call *call, struct mail_request *request);

/* Writes the mail that is asked for, if there is somebody to write to, and ends the request; one
 * that failed ten times is dropped. Both in one transaction, which the caller ends. */
void mail_request_answer(struct call *call, const struct mail_request *request);

/* The step of the service's task, every second: takes one and answers it. The try is committed by
 * itself, the mail with the end of its request. False when there is none. */
bool mail_request_step(struct call *call);

#endif
