/*
 * member_mail.h - mails that notify members of changes to their accounts.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_MEMBER_MAIL_H
#define KITH_SERVICES_IDENTITY_MAIL_MEMBER_MAIL_H

#include "common/call/call.h"
#include "proto/mails.h"

/* The member's current address, in the call's arena; empty if it has no verified one. */
struct text member_mail_address(struct call *call, const struct uuid *member);

/* Queues a mail without a link to the member's current address, if it has one. */
void
member_mail(struct call *call, const struct uuid *member, enum mail_template template);

/* The same with the id of the account: it finds the account after a thief has changed its
 * address, handle and name. */
void
member_mail_id(struct call *call, const struct uuid *member, enum mail_template template);

/* The same with a link: `path` ends with the name of the parameter for the token. */
void member_mail_link(struct call *call, const struct uuid *member,
	enum mail_template template, const char *path, const char *token);

#endif
