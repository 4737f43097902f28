/*
 * reaches.c - what each write that an app or a token may make means to others. A contract
 * test fails if such an operation is missing.
 */
#include "proto/acts/acts.h"
#include "proto/content/photos.h"
#include "proto/content/posts.h"
#include "proto/content/progress.h"
#include "proto/events/events.h"
#include "proto/identity/account.h"
#include "proto/identity/activity.h"
#include "proto/identity/admin.h"
#include "proto/identity/approvals.h"
#include "proto/identity/avatar.h"
#include "proto/identity/identity.h"
#include "proto/identity/members.h"
#include "proto/media/social.h"
#include "proto/notifications/intros.h"
#include "proto/notifications/notifications.h"
#include "proto/notifications/searches.h"
#include "proto/orgs/orgs.h"
#include "proto/projects/affiliations.h"
#include "proto/projects/projects.h"

/* A message, an invitation or a publication: it counts. */
#define ACT(op, reach, record, sentence) \
	{ \
		&(op), reach, SEEN_NEVER, record, sentence \
	}
/* Others see it or are told, but it does not count. */
#define CHANGE(op, record, sentence) \
	{ \
		&(op), REACH_NONE, SEEN_ALWAYS, record, sentence \
	}
/* The same, if the record is published. */
#define EDIT(op, record, sentence) \
	{ \
		&(op), REACH_NONE, SEEN_IF_PUBLISHED, record, sentence \
	}
/* Nobody else sees or learns it, or it only takes something back. */
#define OWN(op) \
	{ \
		&(op), REACH_NONE, SEEN_NEVER, NULL, NULL \
	}

#define INVITES_TEAM "The people of the project get an invitation to the organization."
#define JOINS "You join the organization {name} as {about}."
#define REVEALS_ADDRESS \
	"The sender of this request gets your e-mail address: \u201c{message}\u201d"
#define SEES_ASK "Other members will see the ask \u201c{title}\u201d."
#define SEES_ENTRY "Other members will see the entry \u201c{title}\u201d."
#define SEES_EVENT "Other members will see the event \u201c{title}\u201d."
#define SEES_PROJECT "Others who can see the project \u201c{name}\u201d will see this."
#define SEES_PROFILE "Other members will see your changed profile."
#define CHANGES_ASK "Other members will see the changed ask \u201c{title}\u201d."
#define CHANGES_ENTRY "Other people will see the changed entry \u201c{title}\u201d."
#define CHANGES_EVENT "Other members will see the changed event \u201c{title}\u201d."
#define CHANGES_ORG "Others will see the changed organization {slug}."
#define MEMBER "{name} ({email}) "
#define APPLICANT "{name} (@{handle}) "

/* The members of an answer that others will see, for the member who approves. */
static const char *const ask[] = {
	"kind", "title", "body", "tags", "photo", "expiresAt", NULL};
static const char *const ask_and_audience[] = {
	"kind", "title", "body", "tags", "photo", "expiresAt", "targets", NULL};
static const char *const entry[] = {
	"kind", "title", "note", "photo", "projectName", "occurredAt", NULL};
/* An entry that does not say when has the time of its creation. */
static const char *const new_entry[] = {"projectName", NULL};
static const char *const event[] = {"title", "description", "startsAt", "endsAt",
	"timezone", "locationKind", "location", "joinUrl", "coverImage", "capacity",
	"scope", "hostOrgName", NULL};
static const char *const project[] = {
	"name", "summary", "description", "stage", "visibility", NULL};
static const char *const affiliation[] = {
	"kind", "cohort", "terms", "message", "project", "org", NULL};
static const char *const intro[] = {"message", "from", NULL};
static const char *const to[] = {"to", "contextTitle", NULL};
static const char *const person[] = {"name", "handle", NULL};
static const char *const member[] = {"name", "email", "handle", NULL};
static const char *const report[] = {"subjectType", "subjectTitle", "reason", NULL};
static const char *const item[] = {"subjectType", "title", NULL};
static const char *const application[] = {"name", "slug", NULL};
static const char *const organization[] = {"name", "slug", NULL};
static const char *const applicant[] = {
	"name", "handle", "headline", "message", "orgName", NULL};
static const char *const message[] = {"topic", "name", NULL};

const struct reach_of reaches[] = {
	/* introductions */
	ACT(op_intro_create, REACH_ALWAYS, to,
		"@{to.handle} gets this message: \u201c{message}\u201d"),
	ACT(op_intro_accept, REACH_COUNTED, intro, REVEALS_ADDRESS),
	{&op_intro_respond, REACH_COUNTED, SEEN_ALWAYS, intro,
		"@{from.handle} gets your answer: {decision}. If it is \"accept\", also "
		"your e-mail address."},
	CHANGE(op_intro_decline, intro, "@{from.handle} can see that you decline."),
	OWN(op_intro_withdraw),

	/* organizations */
	ACT(op_org_invitation_create, REACH_ALWAYS, NULL,
		"{email} gets an invitation to {slug}."),
	ACT(op_org_invitation_create_many, REACH_EMAILS, NULL,
		"{emails} get an invitation to {slug}."),
	OWN(op_org_invitation_revoke),
	CHANGE(op_org_invitation_accept, organization, JOINS),
	CHANGE(op_me_org_invitation_accept, organization, JOINS),
	CHANGE(op_me_org_invitation_decline, NULL,
		"An organization learns that you decline its invitation."),
	ACT(op_org_join, REACH_ALWAYS, NULL,
		"You join {slug}, or its admins get this message: "
		"\u201c{message}\u201d"),
	OWN(op_org_join_request_withdraw),
	OWN(op_org_leave),
	CHANGE(op_org_join_request_approve, applicant,
		APPLICANT "becomes a member of {slug} and is told."),
	CHANGE(op_org_join_request_decline, applicant,
		APPLICANT "is told that the request to join {slug} is declined."),
	CHANGE(op_org_join_request_respond, applicant,
		APPLICANT "gets your answer to the request to join {slug}: {decision}."),
	ACT(op_org_member_set_role, REACH_ALWAYS, person,
		"{name} becomes {role} of {slug} and is told."),
	ACT(op_org_member_remove, REACH_ALWAYS, NULL,
		"{about} is removed from {slug} and is told."),
	ACT(op_org_application_create, REACH_ALWAYS, NULL,
		"The administrators get an application for {name}."),
	CHANGE(op_org_create, NULL, "Others will see the organization {name}."),
	CHANGE(op_org_update, NULL, CHANGES_ORG),
	CHANGE(op_org_logo_set, NULL, CHANGES_ORG),
	CHANGE(op_org_logo_set_from_url, NULL, CHANGES_ORG),
	CHANGE(op_org_logo_remove, NULL, CHANGES_ORG),
	CHANGE(op_org_cover_set, NULL, CHANGES_ORG),
	CHANGE(op_org_cover_set_from_url, NULL, CHANGES_ORG),
	CHANGE(op_org_cover_remove, NULL, CHANGES_ORG),
	CHANGE(op_org_image_choose, NULL, CHANGES_ORG),

	/* asks */
	ACT(op_post_create, REACH_AUDIENCE, NULL, SEES_ASK),
	ACT(op_post_copy, REACH_ALWAYS, ask_and_audience,
		"Other members will see the ask \u201c{title}\u201d again."),
	ACT(op_post_audience, REACH_AUDIENCE, ask, SEES_ASK),
	EDIT(op_post_update, ask, CHANGES_ASK),
	OWN(op_post_close),
	EDIT(op_post_photo_set, NULL, CHANGES_ASK),
	EDIT(op_post_photo_set_from_url, NULL, CHANGES_ASK),
	EDIT(op_post_photo_remove, NULL, CHANGES_ASK),
	EDIT(op_post_photo_choose, NULL, CHANGES_ASK),

	/* progress entries */
	{&op_progress_create, REACH_AUDIENCE, SEEN_IF_PUBLISHED, new_entry, SEES_ENTRY},
	ACT(op_progress_audience, REACH_AUDIENCE, entry, SEES_ENTRY),
	ACT(op_progress_share, REACH_ALWAYS, entry,
		"Your social account shows the entry \u201c{title}\u201d."),
	EDIT(op_progress_update, entry, CHANGES_ENTRY),
	OWN(op_progress_delete),
	EDIT(op_progress_photo_set, NULL, CHANGES_ENTRY),
	EDIT(op_progress_photo_set_from_url, NULL, CHANGES_ENTRY),
	EDIT(op_progress_photo_remove, NULL, CHANGES_ENTRY),
	EDIT(op_progress_photo_choose, NULL, CHANGES_ENTRY),

	/* events */
	/* The other admins see a draft of the organization. */
	{&op_event_create, REACH_PUBLISH, SEEN_IF_PUBLISHED, event, SEES_EVENT},
	{&op_org_event_create, REACH_PUBLISH, SEEN_ALWAYS, event, SEES_EVENT},
	ACT(op_event_publish, REACH_ALWAYS, event, SEES_EVENT),
	{&op_event_update, REACH_COUNTED, SEEN_IF_PUBLISHED, event, CHANGES_EVENT},
	ACT(op_event_cancel, REACH_ALWAYS, NULL,
		"The guests of \u201c{title}\u201d learn that it is cancelled."),
	EDIT(op_event_copy, event, SEES_EVENT),
	EDIT(op_event_cover_set, NULL, CHANGES_EVENT),
	EDIT(op_event_cover_set_from_url, NULL, CHANGES_EVENT),
	EDIT(op_event_cover_remove, NULL, CHANGES_EVENT),
	EDIT(op_event_cover_choose, NULL, CHANGES_EVENT),
	CHANGE(op_event_rsvp, NULL,
		"The host sees your answer to \u201c{title}\u201d: {status}."),
	OWN(op_calendar_rotate),

	/* projects and affiliations */
	/* The team and the organizations see a private project, too. */
	{&op_project_create, REACH_COUNTED, SEEN_ALWAYS, project, SEES_PROJECT},
	{&op_project_update, REACH_COUNTED, SEEN_ALWAYS, project, SEES_PROJECT},
	CHANGE(op_project_delete, NULL, "The project {about} is deleted."),
	ACT(op_project_assign, REACH_ALWAYS, project,
		"{about} is told of a role in the project."),
	ACT(op_project_remove, REACH_ALWAYS, NULL,
		"{about} is removed from the project and is told."),
	ACT(op_project_remove_handle, REACH_ALWAYS, NULL,
		"{about} is removed from the project and is told."),
	OWN(op_project_leave),
	ACT(op_affiliation_request, REACH_ALWAYS, affiliation,
		"{org} gets a request for an affiliation."),
	ACT(op_affiliation_invite, REACH_ALWAYS, affiliation,
		"A project is invited to {org}."),
	ACT(op_affiliation_invite_team, REACH_COUNTED, NULL, INVITES_TEAM),
	{&op_affiliation_accept, REACH_COUNTED, SEEN_ALWAYS, affiliation, INVITES_TEAM},
	{&op_affiliation_respond, REACH_COUNTED, SEEN_ALWAYS, affiliation,
		"The other side gets your answer: {action}. If it is \"accept\", the "
		"people of the project can get an invitation to the organization."},
	CHANGE(op_affiliation_decline, affiliation,
		"The other side learns that you decline the affiliation."),
	OWN(op_affiliation_cancel),
	CHANGE(op_affiliation_end, affiliation,
		"The other side learns that you end the affiliation."),
	ACT(op_affiliation_update, REACH_ALWAYS, affiliation,
		"The other side sees the changed affiliation."),

	/* the member's own account */
	CHANGE(op_me_update, NULL, SEES_PROFILE),
	CHANGE(op_me_onboard, NULL, SEES_PROFILE),
	CHANGE(op_me_avatar_set, NULL, SEES_PROFILE),
	CHANGE(op_me_avatar_set_from_url, NULL, SEES_PROFILE),
	CHANGE(op_me_avatar_set_from_social, NULL, SEES_PROFILE),
	CHANGE(op_me_avatar_remove, NULL, SEES_PROFILE),
	CHANGE(op_me_avatar_choose, NULL, SEES_PROFILE),
	ACT(op_report_create, REACH_ALWAYS, NULL,
		"The administrators get this report: \u201c{reason}\u201d"),
	CHANGE(op_account_update, NULL,
		"Other members will see you as \u201c{name}\u201d."),
	OWN(op_account_delete),
	OWN(op_password_change),
	OWN(op_email_change),
	OWN(op_session_sign_out),
	OWN(op_session_revoke),
	OWN(op_session_revoke_others),
	OWN(op_token_revoke),
	OWN(op_app_revoke),
	OWN(op_social_link),
	OWN(op_social_unlink),
	OWN(op_notification_read),
	OWN(op_notification_preferences_set),
	OWN(op_notification_preferences_change),
	OWN(op_saved_search_create),
	OWN(op_saved_search_delete),

	/* administration */
	CHANGE(op_admin_member_approve, member,
		MEMBER "becomes active as {role} and is told."),
	CHANGE(op_admin_member_decline, member, MEMBER "is declined and is told."),
	CHANGE(op_admin_member_suspend, member, MEMBER "is suspended and is told."),
	CHANGE(op_admin_member_reinstate, member, MEMBER "is reinstated as {role}."),
	CHANGE(op_admin_member_set_role, member, MEMBER "becomes {role}."),
	CHANGE(op_admin_report_resolve, report,
		"A report is resolved: \u201c{reason}\u201d"),
	CHANGE(op_admin_item_remove, item,
		"\u201c{title}\u201d is deleted, and its owners are told."),
	CHANGE(op_admin_org_application_approve, application,
		"{applicant.name} gets the organization \u201c{name}\u201d and is told."),
	CHANGE(op_admin_org_application_decline, application,
		"The application of {applicant.name} for \u201c{name}\u201d is declined, "
		"and the applicant is told."),
	CHANGE(op_admin_outbox_message_retry, message,
		"A message is sent again: {name}."),
	CHANGE(op_admin_invite_create, NULL,
		"Whoever has the new invite code becomes a member without approval."),
	OWN(op_admin_invite_revoke),
};

const size_t reach_count = COUNT_OF(reaches);
