/*
 * notices.h - the kinds of notifications: recipients, subject and text.
 *
 * NOTICE(constant, kind, subject, mail, ahead_s, recipients, label, title, body)
 *
 * `kind` is the value that clients compare. `subject` is the type of the record that it
 * is about (subjects.h). `mail` says whether the notification is mailed as well. A
 * positive `ahead_s` makes it a reminder, which is delivered so many seconds before its
 * moment. `recipients` is a sentence for readers of the contract. `label` describes the
 * kind on the members' preferences page.
 *
 * In the title and the body, {actor} is the name of the member who caused the
 * notification and {subject} the title of its subject. If the recipient cannot see them
 * (any more), words such as "A member" or "An organization" replace them. {role} is the
 * recipient's role in the organization or project.
 */
#ifndef KITH_PROTO_NOTICES_H
#define KITH_PROTO_NOTICES_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/subjects.h"

enum notice_mail {
	NOTICE_MAIL_UNSET,
	NOTICE_MAIL_NONE, /* inbox only */
	NOTICE_MAIL_OWN,  /* the service sends a mail of its own (mails.h) */
	NOTICE_MAIL_ON,   /* mailed unless the recipient switches it off */
	NOTICE_MAIL_OFF,  /* mailed if the recipient switches it on */
};

/* clang-format off */
#define NOTICES(NOTICE) \
NOTICE(ACCOUNT_APPROVED, account_approved, MEMBER, OWN, 0, \
	"The member who was approved.", \
	"Your account is approved", \
	"Your account is approved", \
	"An administrator approved your account. You can now fill in your profile and " \
	"use the network.") \
NOTICE(MEMBER_PENDING, member_pending, MEMBER, ON, 0, \
	"Every platform administrator.", \
	"Somebody signs up and needs approval", \
	"{subject} is waiting for approval", \
	"The person has verified the e-mail address. Approve the account, or decline " \
	"it with a reason.") \
NOTICE(ORG_INVITATION, org_invitation, ORG, OWN, 0, \
	"The member whose address was invited.", \
	"You are invited to an organization", \
	"{actor} invited you to join {subject}", \
	"Accept or decline the invitation in your inbox, or open the link in the mail.") \
NOTICE(ORG_JOINED, org_joined, ORG, OFF, 0, \
	"The owners and admins of the organization, except the member who joined.", \
	"Somebody joins an organization that you run", \
	"{actor} joined {subject}", \
	"The list of members shows the new member.") \
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
	"{actor} changed it to {role}.") \
NOTICE(ORG_REMOVED, org_removed, ORG, ON, 0, \
	"The member who was removed.", \
	"You are removed from an organization", \
	"You were removed from {subject}", \
	"You are no longer a member of the organization.") \
NOTICE(ORG_APPLICATION_RECEIVED, org_application_received, ORG_APPLICATION, ON, 0, \
	"Every platform administrator, except the applicant.", \
	"Somebody applies for an organization", \
	"{actor} applied for the organization {subject}", \
	"Approve or decline the application.") \
NOTICE(ORG_APPLICATION_APPROVED, org_application_approved, ORG, ON, 0, \
	"The applicant.", \
	"Your application for an organization is approved", \
	"{subject} is approved", \
	"You are the owner of the organization and can now invite members.") \
NOTICE(ORG_APPLICATION_DECLINED, org_application_declined, ORG_APPLICATION, ON, 0, \
	"The applicant.", \
	"Your application for an organization is declined", \
	"Your application for {subject} was declined", \
	"You can apply again.") \
NOTICE(PROJECT_ADDED, project_added, PROJECT, ON, 0, \
	"The member who was added.", \
	"You are added to a project", \
	"{actor} added you to {subject}", \
	"You are now on the roster of the project.") \
NOTICE(PROJECT_ROLE_CHANGED, project_role_changed, PROJECT, ON, 0, \
	"The member whose role changed.", \
	"Your role in a project changes", \
	"Your role in {subject} has changed", \
	"{actor} changed it to {role}.") \
NOTICE(PROJECT_REMOVED, project_removed, PROJECT, ON, 0, \
	"The member who was removed.", \
	"You are removed from a project", \
	"You were removed from {subject}", \
	"You are no longer on the roster of the project.") \
NOTICE(AFFILIATION_REQUESTED, affiliation_requested, AFFILIATION, ON, 0, \
	"The party that received the request: the leads of the project, or the owners " \
	"and admins of the organization.", \
	"An affiliation with your project or organization is requested", \
	"{actor} requests an affiliation: {subject}", \
	"Accept or decline the affiliation.") \
NOTICE(AFFILIATION_ACCEPTED, affiliation_accepted, AFFILIATION, ON, 0, \
	"The party that sent the request: the leads of the project, or the owners and " \
	"admins of the organization.", \
	"An affiliation that you requested is accepted", \
	"An affiliation was accepted: {subject}", \
	"{actor} accepted it. The affiliation is now active.") \
NOTICE(AFFILIATION_DECLINED, affiliation_declined, AFFILIATION, ON, 0, \
	"The party that sent the request: the leads of the project, or the owners and " \
	"admins of the organization.", \
	"An affiliation that you requested is declined", \
	"An affiliation was declined: {subject}", \
	"{actor} declined it.") \
NOTICE(AFFILIATION_ENDED, affiliation_ended, AFFILIATION, ON, 0, \
	"The other party: the leads of the project, or the owners and admins of the " \
	"organization.", \
	"The other party ends an affiliation", \
	"An affiliation has ended: {subject}", \
	"{actor} ended it.") \
NOTICE(EVENT_UPDATED, event_updated, EVENT, ON, 0, \
	"The members who are going, when the time or the location changes.", \
	"An event that you attend has a new time or place", \
	"{subject} has a new time or place", \
	"Open the event to see the changes.") \
NOTICE(EVENT_CANCELLED, event_cancelled, EVENT, ON, 0, \
	"The members who are going or on the waiting list.", \
	"An event that you attend is cancelled", \
	"{subject} is cancelled", \
	"The event will not take place.") \
NOTICE(EVENT_REMINDER, event_reminder, EVENT, ON, INT64_C(86400), \
	"The members who are going, 24 hours before the start.", \
	"An event that you attend starts tomorrow", \
	"{subject} starts tomorrow", \
	"You said that you are going. If you cannot go, please cancel your RSVP so " \
	"that another member gets the seat.") \
NOTICE(WAITLIST_PROMOTED, waitlist_promoted, EVENT, ON, 0, \
	"The first member on the waiting list, when a seat becomes free.", \
	"You get a seat from a waiting list", \
	"You have a seat at {subject}", \
	"A seat became free, and you are now going. If you cannot go, please cancel " \
	"your RSVP.") \
NOTICE(INTRO_RECEIVED, intro_received, INTRO, ON, 0, \
	"The member who receives the request.", \
	"Somebody asks for an introduction to you", \
	"{actor} would like to get to know you", \
	"If you accept, you and the sender see each other’s e-mail address. You can " \
	"also decline.") \
NOTICE(INTRO_ACCEPTED, intro_accepted, INTRO, ON, 0, \
	"The member who asked for the introduction.", \
	"Your request for an introduction is accepted", \
	"{actor} accepted your introduction", \
	"You can now see each other’s e-mail address.") \
NOTICE(POST_EXPIRING, post_expiring, POST, ON, INT64_C(259200), \
	"The author of the ask, three days before it expires.", \
	"An ask of yours is about to expire", \
	"{subject} expires in three days", \
	"Extend the ask or close it.")
/* clang-format on */

enum notice_kind {
	NOTICE_NONE, /* no notification */
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

/* The entry of NOTICE_NONE is zero. */
extern const struct notice_info notice_infos[NOTICE_COUNT];

/* The kind of a name; NOTICE_NONE when there is none. */
enum notice_kind notice_named(const char *name);

/* Whether members can switch the mails of a kind on and off. */
bool notice_mail_is_optional(enum notice_kind kind);

/* The kinds as the values of an enum field, ended by NULL. */
extern const char *const notice_values[];

#endif
