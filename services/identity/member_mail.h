/*
 * member_mail.h - telling a member what happened to its account.
 */
#ifndef KITH_IDENTITY_MEMBER_MAIL_H
#define KITH_IDENTITY_MEMBER_MAIL_H

#include "common/call.h"

/* A mail without a link to the member's present address. */
void member_mail(struct call *call, const struct uuid *member, const char *template_name);

#endif
