/*
 * role_mail.h - mails about a member who got a role to manage others, to those who have
 * such a role already. They cannot be switched off: a thief gives the role to an
 * accomplice, who keeps it when the owner has recovered the account.
 */
#ifndef KITH_COMMON_OUTBOX_ROLE_MAIL_H
#define KITH_COMMON_OUTBOX_ROLE_MAIL_H

#include "common/outbox/outbox.h"

#define ROLE_MAILS_A_DAY "10"

/* A handle contains nothing that a mail program turns into a link; a name may. */
#define ROLE_MAIL_HANDLE(member) \
	SQL("COALESCE((SELECT COALESCE('@' || NULLIF(p.handle, '')," \
		" 'a member without a handle') FROM members h" \
		" LEFT JOIN profiles p ON p.member_id = h.id WHERE h.id = " member \
		"), 'the operator')")

/* A statement. `giver`, `member` and `role` are expressions; `recipients` is a SELECT of
 * an address and a name that ends with a condition. One giver causes at most 10 in a
 * day, except the operator: count_creation() has a row if they are used up. */
#define ROLE_MAIL(giver, member, role, recipients) \
	SQL("WITH used_up AS MATERIALIZED (SELECT FROM members g, count_creation(g.id," \
		" 'role mails', " ROLE_MAILS_A_DAY ", " ROLE_MAILS_A_DAY ")" \
		" WHERE g.id = " giver ") " \
		OUTBOX_MAIL_EACH("'role_given'", \
			ROLE_MAIL_HANDLE(member) " || ': ' || " role \
				" || '.' || CASE WHEN " giver " = " member \
				" THEN '' ELSE ' Given by ' || " \
				ROLE_MAIL_HANDLE(giver) " || '.' END", \
			recipients " AND NOT EXISTS (SELECT FROM used_up)"))

#endif
