/*
 * audit.h - the actions that the audit log records.
 *
 * AUDIT(constant, object, act, subject, sentence): "object.act" is the action that
 * clients compare. `subject` is the type of the record that was acted on (subjects.h).
 * `sentence` describes the action for readers.
 */
#ifndef KITH_PROTO_AUDIT_H
#define KITH_PROTO_AUDIT_H

#include "proto/subjects.h"

/* clang-format off */
#define AUDITS(AUDIT) \
AUDIT(ACCOUNT_DELETE, account, delete, MEMBER, "A member deleted the account.") \
AUDIT(APP_CONNECT, app, connect, MEMBER, "A member connected an OAuth client.") \
AUDIT(APP_RELEASE, app, release, MEMBER, \
	"An OAuth client revoked its own access to an account.") \
AUDIT(APP_REPLAY, app, replay, MEMBER, \
	"A used code or token of an OAuth client was presented again, and the client " \
	"was disconnected.") \
AUDIT(APP_REVOKE, app, revoke, MEMBER, "A member disconnected an OAuth client.") \
AUDIT(CLIENT_CREATE, client, create, CLIENT, "The operator created an OAuth client.") \
AUDIT(EMAIL_ASK_CHANGE, email, ask_change, MEMBER, \
	"A member requested a change of the e-mail address.") \
AUDIT(EMAIL_CHANGE, email, change, MEMBER, "A member verified a new e-mail address.") \
AUDIT(EVENT_REMOVE, event, remove, EVENT, "An administrator removed an event.") \
AUDIT(INVITE_CREATE, invite, create, INVITE, "An administrator created an invite code.") \
AUDIT(INVITE_REDEEM, invite, redeem, MEMBER, "A member signed up with an invite code.") \
AUDIT(INVITE_REVOKE, invite, revoke, INVITE, "An administrator revoked an invite code.") \
AUDIT(MEMBER_APPROVE, member, approve, MEMBER, "An administrator approved a member.") \
AUDIT(MEMBER_CREATE, member, create, MEMBER, "The operator created an account.") \
AUDIT(MEMBER_DECLINE, member, decline, MEMBER, "An administrator declined a pending " \
					       "member.") \
AUDIT(MEMBER_DELETE, member, delete, MEMBER, "The operator deleted an account.") \
AUDIT(MEMBER_MAKE_ADMIN, member, make_admin, MEMBER, \
	"The operator gave a member the platform role admin.") \
AUDIT(MEMBER_REINSTATE, member, reinstate, MEMBER, \
	"An administrator ended a suspension.") \
AUDIT(MEMBER_RESET_LINK, member, reset_link, MEMBER, \
	"The operator created a link with which a member sets a password.") \
AUDIT(MEMBER_SET_EMAIL, member, set_email, MEMBER, \
	"The operator set an e-mail address, and ended the password and all access.") \
AUDIT(MEMBER_SET_ROLE, member, set_role, MEMBER, \
	"An administrator changed a platform role.") \
AUDIT(MEMBER_SUSPEND, member, suspend, MEMBER, "An administrator suspended a member.") \
AUDIT(MEMBER_TOTP_RESET, member, totp_reset, MEMBER, \
	"The operator removed a second factor.") \
AUDIT(ORG_CREATE, org, create, ORG, "An administrator created an organization.") \
AUDIT(ORG_REMOVE, org, remove, ORG, "An administrator removed an organization.") \
AUDIT(ORG_REMOVE_MEMBER, org, remove_member, MEMBER, \
	"A member was removed from an organization.") \
AUDIT(ORG_SET_ROLE, org, set_role, MEMBER, "A role in an organization was changed.") \
AUDIT(ORG_APPLICATION_APPROVE, org_application, approve, ORG_APPLICATION, \
	"An administrator approved an application.") \
AUDIT(ORG_APPLICATION_DECLINE, org_application, decline, ORG_APPLICATION, \
	"An administrator declined an application.") \
AUDIT(OUTBOX_MESSAGE_RETRY, outbox_message, retry, OUTBOX_MESSAGE, \
	"An administrator retried a message of the outbox.") \
AUDIT(PASSWORD_CHANGE, password, change, MEMBER, "A member changed the password.") \
AUDIT(PASSWORD_RESET, password, reset, MEMBER, "A password was set with a mailed link.") \
AUDIT(POST_REMOVE, post, remove, POST, "An administrator removed an ask.") \
AUDIT(PROGRESS_REMOVE, progress, remove, PROGRESS, \
	"An administrator removed a progress entry.") \
AUDIT(PROJECT_DELETE, project, delete, PROJECT, "A lead or an administrator deleted a " \
						"project.") \
AUDIT(PROJECT_REMOVE, project, remove, PROJECT, "An administrator removed a project.") \
AUDIT(PROJECT_REMOVE_MEMBER, project, remove_member, MEMBER, \
	"A member was removed from a project.") \
AUDIT(PROJECT_SET_ROLE, project, set_role, MEMBER, "A role on a project was changed.") \
AUDIT(REPORT_RESOLVE, report, resolve, REPORT, "An administrator resolved a report.") \
AUDIT(SESSION_REVOKE, session, revoke, SESSION, "A member ended a session.") \
AUDIT(SESSION_REVOKE_OTHERS, session, revoke_others, MEMBER, \
	"A member ended all other sessions.") \
AUDIT(SESSION_SIGN_IN, session, sign_in, MEMBER, "A member signed in.") \
AUDIT(SOCIAL_LINK, social, link, MEMBER, "A member linked a social account.") \
AUDIT(SOCIAL_UNLINK, social, unlink, MEMBER, "A member unlinked a social account.") \
AUDIT(TOKEN_CREATE, token, create, TOKEN, "A member created a personal access token.") \
AUDIT(TOKEN_ISSUE, token, issue, MEMBER, \
	"The operator created a personal access token for a member.") \
AUDIT(TOKEN_REVOKE, token, revoke, TOKEN, "A member revoked a personal access token.") \
AUDIT(TOTP_DISABLE, totp, disable, MEMBER, "A member removed the second factor.") \
AUDIT(TOTP_ENABLE, totp, enable, MEMBER, "A member set up a second factor.") \
AUDIT(TOTP_UNDO, totp, undo, MEMBER, \
	"A second factor was removed with the link in the mail about its setup.")
/* clang-format on */

enum audit_action {
	AUDIT_NONE, /* no action */
#define AUDIT_CONSTANT(constant, ...) AUDIT_##constant,
	AUDITS(AUDIT_CONSTANT)
#undef AUDIT_CONSTANT
	AUDIT_COUNT
};

struct audit_info {
	const char *action; /* "member.approve" */
	enum subject subject;
	const char *sentence;
};

/* The entry of AUDIT_NONE is zero. */
extern const struct audit_info audit_infos[AUDIT_COUNT];

/* The actions as the values of an enum field, ended by NULL. */
extern const char *const audit_values[];

#endif
