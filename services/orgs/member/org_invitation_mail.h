/*
 * org_invitation_mail.h - the mail with the link of an invitation.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_MAIL_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_MAIL_H

#include "common/call/call.h"

/* Mails the token of an invitation to its address. The mail names the inviter and the
 * organization; a name that looks like a link or an address is left out. */
void org_invitation_mail(struct call *call, const struct text *email, const char *token,
	const struct text *inviter, const struct text *org);

#endif
