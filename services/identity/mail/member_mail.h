/*
 * member_mail.h - telling a member what happened to its account.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_MEMBER_MAIL_H
#define KITH_SERVICES_IDENTITY_MAIL_MEMBER_MAIL_H

#include "common/call/call.h"
#include "proto/mails.h"

/* A mail without a link to the member's present address. */
void
member_mail(struct call *call, const struct uuid *member, enum mail_template template);

#endif
