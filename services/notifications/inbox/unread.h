/*
 * unread.h - the answer that says how many notifications are unread.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_INBOX_UNREAD_H
#define KITH_SERVICES_NOTIFICATIONS_INBOX_UNREAD_H

#include "common/call/call.h"

/* Answers the caller's number, as it is at this point of the transaction. */
enum problem unread_answer(struct call *call);

#endif
