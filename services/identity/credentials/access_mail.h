/*
 * access_mail.h - tells members which programs may act for them.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_ACCESS_MAIL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_ACCESS_MAIL_H

#include "common/call/call.h"

/* Mails the caller that its session has given access to a program. `kind` is "Access
 * token" or "App". There are ten such mails in a day at most. */
void access_mail(struct call *call, const char *kind, const struct text *name);

#endif
