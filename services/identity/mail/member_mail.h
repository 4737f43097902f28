/*
 * member_mail.h - mails that notify members of changes to their accounts.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_MEMBER_MAIL_H
#define KITH_SERVICES_IDENTITY_MAIL_MEMBER_MAIL_H

#include "common/call/call.h"
#include "proto/mails.h"

/* Queues a mail without a link to the member's current address, if it has one. */
void
member_mail(struct call *call, const struct uuid *member, enum mail_template template);

/* The same with a link: `path` ends with the name of the parameter for the token. */
void member_mail_link(struct call *call, const struct uuid *member,
	enum mail_template template, const char *path, const char *token);

#endif
