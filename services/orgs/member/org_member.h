/*
 * org_member.h - being in an organization. Whoever calls these holds the organization's lock.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_MEMBER_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_MEMBER_H

#include "proto/notices.h"
#include "services/orgs/org/org.h"

/* Puts a member in; false for one who is in already, and stays as it is. The member's pending
 * request and invitation are settled with it. */
bool org_member_add(struct call *call, const struct uuid *org, const struct uuid *member,
	const char *role);

/* Takes a member out, and revokes the invitations that it has sent; PROBLEM_LAST_OWNER when
 * nobody would be left to own the organization. */
enum problem org_member_end(struct call *call, const struct uuid *org,
	const struct uuid *member, enum org_role role);

/* PROBLEM_LAST_OWNER unless there is an active owner beside this one. */
enum problem org_member_check_owner(
	struct call *call, const struct uuid *org, const struct uuid *owner);

/* The role of an active member, ORG_NOBODY for others. */
enum org_role
org_member_role(struct call *call, const struct uuid *org, const struct uuid *member);

/* Answers one member of an organization. */
enum problem
org_member_answer(struct call *call, const struct uuid *org, const struct uuid *member);

/* Tells a member something about an organization. */
void org_member_tell(struct call *call, const struct uuid *org, const struct uuid *member,
	enum notice_kind kind);

/* Tells the owners and admins, but not the caller. */
void org_member_tell_managers(
	struct call *call, const struct uuid *org, enum notice_kind kind);

#endif
