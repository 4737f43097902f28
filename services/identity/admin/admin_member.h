/*
 * admin_member.h - helpers shared by the administrators' operations on members.
 */
#ifndef KITH_SERVICES_IDENTITY_ADMIN_ADMIN_MEMBER_H
#define KITH_SERVICES_IDENTITY_ADMIN_ADMIN_MEMBER_H

#include "common/db/db.h"
#include "proto/mails.h"

/*
 * Whether an active administrator other than this member exists. Locks the rows of all
 * administrators until the transaction ends. Of two who demote each other, the second one
 * waits and then finds itself the last. Call this before locking any single member.
 */
bool admin_member_others(struct call *call, const struct uuid *member);

/* Finds a member in the administrators' view; no row when there is none. */
struct rows *admin_member_find(struct call *call, const struct uuid *id);

/* Like admin_member_find(), and locks the row for a change. */
struct rows *admin_member_lock(struct call *call, const struct uuid *id);

bool admin_member_is(const struct rows *member, const char *status);

/* Answers a link with which the member sets a password; it voids earlier links. Opening
 * it is the same as opening the link of a mail, so the member is mailed that the password
 * has changed. */
enum problem admin_member_answer_link(struct call *call, const struct uuid *id);

/* Answers the current row of the member. */
enum problem admin_member_answer(struct call *call, const struct uuid *id);

/* Mails the other administrators that the member is one from now on. Counts it for the
 * caller; the operator has no quota. */
enum problem admin_member_appoint(struct call *call, const struct uuid *member);

/* Makes a pending or suspended member active. If the member is an administrator, mails
 * the other administrators. */
enum problem admin_member_activate(struct call *call, const struct rows *member);

/* `note` is the administrator's text, or absent. */
void admin_member_mail(struct call *call, const struct rows *member,
	enum mail_template template, struct text note);

#endif
