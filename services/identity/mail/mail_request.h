/*
 * mail_request.h - mails requested by callers who give nothing but an address.
 *
 * The operation only stores the request, so that it works alike and takes the same time
 * for every address. Within a second, a task of the service checks whether the address
 * has a recipient. The task runs on a timer and is not triggered by requests: otherwise a
 * request would be slower when the previous one had a mail to send.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_MAIL_REQUEST_H
#define KITH_SERVICES_IDENTITY_MAIL_MAIL_REQUEST_H

#include "common/call/call.h"

/* Stores a request: "resend" for the mail of a sign-up, "forgot" for a link to choose a
 * new password, or for the mail of a sign-up if its address is not verified. */
void mail_request_add(struct call *call, const char *kind, const struct text *email);

struct mail_request {
	struct uuid id;
	int64_t tries; /* including this one */
};

/* Takes a request that is due and counts the try. False when none is due. */
bool mail_request_take(struct call *call, struct mail_request *request);

/* Queues the requested mail if the address has a recipient, and deletes the request. A
 * request that failed ten times is dropped. The caller ends the transaction. */
void mail_request_answer(struct call *call, const struct mail_request *request);

/* The step of a task that runs every second: takes one request and answers it. The try is
 * committed on its own, the mail together with the deletion of the request. False when no
 * request is due. */
bool mail_request_step(struct call *call);

#endif
