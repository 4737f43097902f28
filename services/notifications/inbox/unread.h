/*
 * unread.h - the response with the number of unread notifications.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_INBOX_UNREAD_H
#define KITH_SERVICES_NOTIFICATIONS_INBOX_UNREAD_H

#include "common/call/call.h"

/* Answers with the caller's number at this point of the transaction. */
enum problem unread_answer(struct call *call);

#endif
