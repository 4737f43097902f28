/*
 * org_member.h - membership in an organization. Callers hold the lock of the
 * organization.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_MEMBER_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_MEMBER_H

#include "proto/notices.h"
#include "services/orgs/org/org.h"

/* Adds a member and settles its pending join request and invitation. Returns false,
 * changing nothing, for a member of the organization. */
bool org_member_add(struct call *call, const struct uuid *org, const struct uuid *member,
	const char *role);

/* Removes a member, revokes the invitations that it has sent, and mails a former owner.
 * PROBLEM_LAST_OWNER if it is the last active owner. */
enum problem org_member_end(struct call *call, const struct uuid *org,
	const struct uuid *member, enum org_role role);

/* PROBLEM_LAST_OWNER unless there is another active owner. */
enum problem org_member_check_owner(
	struct call *call, const struct uuid *org, const struct uuid *owner);

/* The role of an active member; ORG_NOBODY for others. */
enum org_role
org_member_role(struct call *call, const struct uuid *org, const struct uuid *member);

enum problem
org_member_answer(struct call *call, const struct uuid *org, const struct uuid *member);

void org_member_tell(struct call *call, const struct uuid *org, const struct uuid *member,
	enum notice_kind kind);

/* Mails the owners, except the member, that the member got a role above ORG_MEMBER. */
void org_member_mail_owners(struct call *call, const struct uuid *org,
	const struct uuid *member, const char *role, const struct uuid *giver);

/* Mails a member that the caller has ended its role as owner. Owners who give up their
 * own role are mailed, too: somebody else may have used their session. */
void org_member_mail_former_owner(
	struct call *call, const struct uuid *org, const struct uuid *member);

/* Notifies the owners and admins except the caller. */
void org_member_tell_managers(
	struct call *call, const struct uuid *org, enum notice_kind kind);

#endif
