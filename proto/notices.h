/*
 * notices.h - every kind of notification, once: who gets it, what it is about, and what
 * it says.
 *
 * NOTICE(constant, kind, subject, mail, ahead_s, recipients, label, title, body)
 *
 * `kind` is what clients compare. `subject` is the type of what it is about (subjects.h).
 * `mail` says whether the notification is mailed as well. `ahead_s` is 0, or makes it a
 * reminder, which is delivered so long before the moment that it reminds of. `recipients`
 * is a sentence for readers of the contract. `label` says to members what happens, where
 * they choose what is mailed.
 *
 * In the title and the body, {actor} is the name of the member who caused it and
 * {subject} the title of what it is about; each is replaced by words such as "A member"
 * or "An organization" where the recipient may not see it (any more).
 */
#ifndef KITH_PROTO_NOTICES_H
#define KITH_PROTO_NOTICES_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/subjects.h"

enum notice_mail {
	NOTICE_MAIL_UNSET,
	NOTICE_MAIL_NONE, /* for the inbox alone */
	NOTICE_MAIL_OWN,  /* the service mails a template of its own (mails.h) */
	NOTICE_MAIL_ON,   /* mailed unless the recipient switches that off */
	NOTICE_MAIL_OFF,  /* mailed if the recipient switches that on */
};

/* clang-format off */
#define NOTICES(NOTICE) \
NOTICE(ACCOUNT_APPROVED, account_approved, MEMBER, OWN, 0, \
	"The member who was approved.", \
	"Your account is approved", \
	"Your account is approved", \
	"An administrator approved your account. You can now fill in your profile, and " \
	"read and write.") \
NOTICE(MEMBER_PENDING, member_pending, MEMBER, ON, 0, \
	"Every platform administrator.", \
	"Somebody has signed up and waits for approval", \
	"{subject} is waiting for approval", \
	"Somebody signed up and verified the e-mail address. Approve the account, or " \
	"decline it with a reason.") \
NOTICE(ORG_INVITATION, org_invitation, ORG, OWN, 0, \
	"The member whose address was invited.", \
	"You are invited to an organization", \
	"{actor} invited you to join {subject}", \
	"The link to accept the invitation is in your mail.") \
NOTICE(ORG_JOINED, org_joined, ORG, OFF, 0, \
	"The owners and admins of the organization, except the member who joined.", \
	"Somebody joins an organization that you run", \
	"{actor} joined {subject}", \
	"The new member is on the list of members.") \
NOTICE(JOIN_REQUEST_RECEIVED, join_request_received, ORG, ON, 0, \
	"The owners and admins of the organization.", \
	"Somebody asks to join an organization that you run", \
	"{actor} asks to join {subject}", \
	"Approve or decline the request.") \
NOTICE(JOIN_REQUEST_APPROVED, join_request_approved, ORG, ON, 0, \
	"The member who asked to join.", \
	"Your request to join an organization is approved", \
	"You are now a member of {subject}", \
	"Your request to join was approved.") \
NOTICE(JOIN_REQUEST_DECLINED, join_request_declined, ORG, ON, 0, \
	"The member who asked to join.", \
	"Your request to join an organization is declined", \
	"Your request to join {subject} was declined", \
	"You can ask again later.") \
NOTICE(ORG_ROLE_CHANGED, org_role_changed, ORG, ON, 0, \
	"The member whose role changed.", \
	"Your role in an organization changes", \
	"Your role in {subject} has changed", \
	"{actor} changed it.") \
NOTICE(ORG_APPLICATION_RECEIVED, org_application_received, ORG_APPLICATION, ON, 0, \
	"Every platform administrator, except the applicant.", \
	"Somebody applies for an organization", \
	"{actor} applied for the organization {subject}", \
	"Approve or decline the application.") \
NOTICE(ORG_APPLICATION_APPROVED, org_application_approved, ORG, ON, 0, \
	"The applicant.", \
	"Your application for an organization is approved", \
	"{subject} is approved", \
	"You own the organization now, and can invite its members.") \
NOTICE(ORG_APPLICATION_DECLINED, org_application_declined, ORG_APPLICATION, ON, 0, \
	"The applicant.", \
	"Your application for an organization is declined", \
	"Your application for {subject} was declined", \
	"You can apply again.") \
NOTICE(PROJECT_ADDED, project_added, PROJECT, ON, 0, \
	"The member who was added.", \
	"You are added to a project", \
	"{actor} added you to {subject}", \
	"You are on the roster of the project now.") \
NOTICE(PROJECT_ROLE_CHANGED, project_role_changed, PROJECT, ON, 0, \
	"The member whose role changed.", \
	"Your role in a project changes", \
	"Your role in {subject} has changed", \
	"{actor} changed it.") \
NOTICE(PROJECT_REMOVED, project_removed, PROJECT, ON, 0, \
	"The member who was removed.", \
	"You are removed from a project", \
	"You were removed from {subject}", \
	"You are no longer on the roster of the project.") \
NOTICE(AFFILIATION_REQUESTED, affiliation_requested, AFFILIATION, ON, 0, \
	"The side that is asked: the leads of the project, or the owners and admins of " \
	"the organization.", \
	"An affiliation is proposed to your side", \
	"{actor} proposes an affiliation: {subject}", \
	"Accept or decline it.") \
NOTICE(AFFILIATION_ACCEPTED, affiliation_accepted, AFFILIATION, ON, 0, \
	"The side that asked: the leads of the project, or the owners and admins of " \
	"the organization.", \
	"An affiliation that your side proposed is accepted", \
	"An affiliation was accepted: {subject}", \
	"{actor} accepted it. The affiliation is active now.") \
NOTICE(AFFILIATION_DECLINED, affiliation_declined, AFFILIATION, ON, 0, \
	"The side that asked: the leads of the project, or the owners and admins of " \
	"the organization.", \
	"An affiliation that your side proposed is declined", \
	"An affiliation was declined: {subject}", \
	"{actor} declined it.") \
NOTICE(AFFILIATION_ENDED, affiliation_ended, AFFILIATION, ON, 0, \
	"The other side: the leads of the project, or the owners and admins of the " \
	"organization.", \
	"The other side ends an affiliation", \
	"An affiliation has ended: {subject}", \
	"{actor} ended it.") \
NOTICE(EVENT_UPDATED, event_updated, EVENT, ON, 0, \
	"The members who are going, when the time or the place changes.", \
	"An event that you go to has a new time or place", \
	"{subject} has a new time or place", \
	"Read the event again to see what changed.") \
NOTICE(EVENT_CANCELLED, event_cancelled, EVENT, ON, 0, \
	"The members who are going or on the waiting list.", \
	"An event that you go to is cancelled", \
	"{subject} is cancelled", \
	"The event will not take place.") \
NOTICE(EVENT_REMINDER, event_reminder, EVENT, ON, INT64_C(86400), \
	"The members who are going, 24 hours before the start.", \
	"An event that you go to starts tomorrow", \
	"{subject} starts tomorrow", \
	"You said that you are going. If you cannot, please cancel, so that somebody " \
	"else gets the place.") \
NOTICE(WAITLIST_PROMOTED, waitlist_promoted, EVENT, ON, 0, \
	"The member at the head of the waiting list, when a place comes free.", \
	"You get a place from a waiting list", \
	"You have a place at {subject}", \
	"A place came free, and you are going now. If you cannot, please cancel.") \
NOTICE(INTRO_RECEIVED, intro_received, INTRO, ON, 0, \
	"The member who is asked for an introduction.", \
	"Somebody would like to be introduced to you", \
	"{actor} would like to get to know you", \
	"Accept the introduction to share your e-mail addresses with each other, or " \
	"decline it.") \
NOTICE(INTRO_ACCEPTED, intro_accepted, INTRO, ON, 0, \
	"The member who asked for the introduction.", \
	"Your request for an introduction is accepted", \
	"{actor} accepted your introduction", \
	"You can see each other’s e-mail address now.") \
NOTICE(POST_EXPIRING, post_expiring, POST, ON, INT64_C(259200), \
	"The author of the ask, three days before it expires.", \
	"An ask of yours is about to expire", \
	"{subject} expires in three days", \
	"Keep it open for longer, or close it.")
/* clang-format on */

enum notice_kind {
	NOTICE_NONE, /* not said */
#define NOTICE_CONSTANT(constant, ...) NOTICE_##constant,
	NOTICES(NOTICE_CONSTANT)
#undef NOTICE_CONSTANT
	NOTICE_COUNT
};

struct notice_info {
	const char *kind;
	enum subject subject;
	enum notice_mail mail;
	int64_t ahead_s;
	const char *recipients;
	const char *label;
	const char *title;
	const char *body;
};

/* NULLs for NOTICE_NONE. */
extern const struct notice_info notice_infos[NOTICE_COUNT];

/* Whether the mails of a kind can be switched off and on. */
bool notice_mail_is_optional(enum notice_kind kind);

/* The kinds as the values of an enum field, ended by NULL. */
extern const char *const notice_values[];

#endif
