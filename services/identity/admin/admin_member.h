/*
 * admin_member.h - what the operations of administrators on members share.
 */
#ifndef KITH_SERVICES_IDENTITY_ADMIN_ADMIN_MEMBER_H
#define KITH_SERVICES_IDENTITY_ADMIN_ADMIN_MEMBER_H

#include "common/db/db.h"
#include "proto/mails.h"

/*
 * Whether an active administrator other than this member is left. Their rows are locked until
 * the transaction ends, so of two who take the role from each other the second one waits, and
 * then finds itself the last. Lock this before any single member.
 */
bool admin_member_others(struct call *call, const struct uuid *member);

/* A member as administrators see it; no row when there is none. */
struct rows *admin_member_find(struct call *call, const struct uuid *id);

/* The same, locked for a change. */
struct rows *admin_member_lock(struct call *call, const struct uuid *id);

bool admin_member_is(const struct rows *member, const char *status);

/* Answers the member as it stands now. */
enum problem admin_member_answer(struct call *call, const struct uuid *id);

/* Mails the member; `note` is what the administrator wrote, or absent. */
void admin_member_mail(struct call *call, const struct rows *member,
	enum mail_template template, struct text note);

#endif
