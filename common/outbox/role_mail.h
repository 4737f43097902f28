/*
 * role_mail.h - mails about a member who got a role to manage others, to those who have
 * such a role already. They cannot be switched off: a thief gives the role to an
 * accomplice, who keeps it when the owner has recovered the account. QUOTA_ROLES bounds
 * the acts and not the mails, so that none of the acts goes without a mail.
 */
#ifndef KITH_COMMON_OUTBOX_ROLE_MAIL_H
#define KITH_COMMON_OUTBOX_ROLE_MAIL_H

#include "common/outbox/outbox.h"

/* A handle contains nothing that a mail program turns into a link; a name may. */
#define ROLE_MAIL_HANDLE(member) \
	SQL("COALESCE((SELECT COALESCE('@' || NULLIF(p.handle, '')," \
		" 'a member without a handle') FROM members h" \
		" LEFT JOIN profiles p ON p.member_id = h.id WHERE h.id = " member \
		"), 'the operator')")

/* `giver`, `member` and `role` are expressions; `recipients` is a SELECT of addresses. */
#define ROLE_MAIL(giver, member, role, recipients) \
	OUTBOX_MAIL_EACH("'role_given'", \
		SQL(ROLE_MAIL_HANDLE(member) " || ': ' || " role \
			" || '.' || CASE WHEN " giver " = " member \
			" THEN '' ELSE ' Given by ' || " \
			ROLE_MAIL_HANDLE(giver) " || '.' END"), \
			recipients)

/* A mail to the member whose role ended. Otherwise a thief could end the roles of others,
 * appoint an accomplice while they have none, and give the roles back. */
#define ROLE_END_MAIL(giver, member, role) \
	OUTBOX_MAIL_EACH("'role_ended'", \
		SQL(role " || '. Changed by ' || " ROLE_MAIL_HANDLE(giver) " || '.'"), \
			SQL("SELECT m.email FROM members m WHERE m.id = " member \
		    " AND m.email_verified_at IS NOT NULL"))

#endif
