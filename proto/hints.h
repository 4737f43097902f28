/*
 * hints.h - what helps a caller whom a problem refuses.
 *
 * HINT(constant, name, values, sentence): `name` and `values` are for programs, as
 * `requires` (NULL = nothing to name); the sentence is for people and assistants, as
 * `nextStep`. A {name} in a sentence is an operation: a route for REST, a tool for
 * assistants. An operation may have hints of its own (struct op), and so may a handler.
 */
#ifndef KITH_PROTO_HINTS_H
#define KITH_PROTO_HINTS_H

/* clang-format off */
#define REQUIRED(...) (const char *const[]){__VA_ARGS__, NULL}

#define HINTS(HINT) \
HINT(MALFORMED_REQUEST, NULL, NULL, \
	"Correct what `detail` names; the reference at /docs shows what the route " \
	"takes.") \
HINT(INVALID_CURSOR, NULL, NULL, "Ask for the first page again, without a cursor.") \
HINT(UNAUTHENTICATED, NULL, NULL, \
	"Sign in with {session_sign_in}, and send the token in the header " \
	"`Authorization: Bearer …`.") \
HINT(INVALID_TOKEN, NULL, NULL, \
	"Sign in again with {session_sign_in}, or use a token that has not expired or " \
	"been revoked.") \
HINT(INVALID_CREDENTIALS, NULL, NULL, \
	"Check what was entered, or choose a new password with {password_forgot}.") \
HINT(TOTP_REQUIRED, NULL, NULL, \
	"Send the same request with `totp`: the code that the authenticator app shows, " \
	"or a recovery code.") \
HINT(MEMBERSHIP_PENDING, "membership", REQUIRED("active"), \
	"Wait for an administrator's approval, which is announced by mail; " \
	"{session_get} shows the state.") \
HINT(MEMBERSHIP_SUSPENDED, "membership", REQUIRED("active"), \
	"Ask the administrators of this instance; {session_get} shows the state.") \
HINT(ADMIN_REQUIRED, "role", REQUIRED("admin"), \
	"Ask an administrator of this instance to do it.") \
HINT(ORG_ROLE_REQUIRED, "orgRole", REQUIRED("owner", "admin"), \
	"Ask an owner of the organization for the role.") \
HINT(INVITATION_EMAIL_MISMATCH, NULL, NULL, \
	"Sign in with the account that the invitation was sent to, or ask for an " \
	"invitation to this account's address.") \
HINT(CANNOT_CHANGE_OWN_ROLE, NULL, NULL, "Ask another administrator to do it.") \
HINT(CANNOT_SUSPEND_SELF, NULL, NULL, "Ask another administrator to do it.") \
HINT(INSUFFICIENT_SCOPE, NULL, NULL, \
	"Use a token with one of the scopes that `requires` names: {token_create} " \
	"makes one, and an app can be connected again with more scopes.") \
HINT(CROSS_ORIGIN_REFUSED, NULL, NULL, "Send a bearer token instead of the cookie.") \
HINT(EMAIL_NOT_VERIFIED, NULL, NULL, \
	"Open the link in the verification mail, or have another one sent with " \
	"{account_resend_verification}. If you have opened a link already, choose a " \
	"new password with {password_forgot}.") \
HINT(REGISTRATION_CLOSED, NULL, NULL, \
	"Ask the operator of this instance for an account.") \
HINT(ORG_INVITE_ONLY, NULL, NULL, \
	"Ask an owner or admin of the organization for an invitation.") \
HINT(PROJECT_LEAD_REQUIRED, "projectRole", REQUIRED("lead"), \
	"Ask a lead of the project to do it.") \
HINT(NOT_AUTHOR, NULL, NULL, "Ask the author to do it.") \
HINT(HOST_REQUIRED, NULL, NULL, "Ask the event's host to do it.") \
HINT(ROUTE_NOT_FOUND, NULL, NULL, "Look the path up in the reference at /docs.") \
HINT(ORG_NOT_FOUND, NULL, NULL, "Find the organization's slug with {org_list}.") \
HINT(ORG_APPLICATION_NOT_FOUND, NULL, NULL, "Apply with {org_application_create}.") \
HINT(MEMBER_NOT_FOUND, NULL, NULL, "Find the member with {member_search}.") \
HINT(POST_NOT_FOUND, NULL, NULL, "Find the ask with {post_list}.") \
HINT(PROGRESS_NOT_FOUND, NULL, NULL, "Find the progress entry with {progress_list}.") \
HINT(PROJECT_NOT_FOUND, NULL, NULL, "Find the project with {project_list}.") \
HINT(AFFILIATION_NOT_FOUND, NULL, NULL, \
	"Look for the affiliation in the list of its project or of its organization.") \
HINT(EVENT_NOT_FOUND, NULL, NULL, "Find the event with {event_list}.") \
HINT(INTRO_NOT_FOUND, NULL, NULL, "Find the intro request with {intro_list}.") \
HINT(INVITATION_NOT_FOUND, NULL, NULL, \
	"Ask an owner or admin of the organization for a new invitation.") \
HINT(JOIN_REQUEST_NOT_FOUND, NULL, NULL, \
	"Find the request with {org_join_request_list}.") \
HINT(NOTIFICATION_NOT_FOUND, NULL, NULL, \
	"Find the notification with {notification_list}.") \
HINT(INVITE_CODE_NOT_FOUND, NULL, NULL, "Find the code with {admin_invite_list}.") \
HINT(OUTBOX_MESSAGE_NOT_FOUND, NULL, NULL, \
	"Find the message with {admin_outbox_message_list}.") \
HINT(REPORT_NOT_FOUND, NULL, NULL, "Find the report with {admin_report_list}.") \
HINT(SESSION_NOT_FOUND, NULL, NULL, "Find the session with {session_list}.") \
HINT(TOKEN_NOT_FOUND, NULL, NULL, \
	"Find the token with {token_list}; ask for a new mail where the token came " \
	"from a link.") \
HINT(APP_NOT_FOUND, NULL, NULL, "Find the app with {app_list}.") \
HINT(MEDIA_NOT_FOUND, NULL, NULL, \
	"Read the record that showed the image again; it names the image that it has " \
	"now.") \
HINT(METHOD_NOT_ALLOWED, NULL, NULL, \
	"Use one of the methods that the Allow header lists.") \
HINT(NOT_ACCEPTABLE, NULL, NULL, \
	"Accept application/json, or leave the Accept header out.") \
HINT(HANDLE_TAKEN, NULL, NULL, "Choose another handle.") \
HINT(MEMBER_SUSPENDED, NULL, NULL, \
	"Reinstate the member first, with {admin_member_reinstate}.") \
HINT(LAST_OWNER, NULL, NULL, \
	"Make another member an owner first, with {org_member_set_role}.") \
HINT(LAST_LEAD, NULL, NULL, \
	"Make another member a lead of the project first, with {project_assign}.") \
HINT(LAST_ADMIN, NULL, NULL, \
	"Make another member an administrator first, with {admin_member_set_role}.") \
HINT(ALREADY_MEMBER, NULL, NULL, \
	"Leave the invitation out; {org_member_set_role} changes the role of a member.") \
HINT(PROJECT_ARCHIVED, NULL, NULL, \
	"Have a lead of the project bring it back first, with {project_update} and " \
	"status active.") \
HINT(AFFILIATION_EXISTS, NULL, NULL, \
	"Go on with the affiliation that there is; the project's and the " \
	"organization's affiliations are listed for both sides.") \
HINT(ORG_APPLICATION_PENDING, NULL, NULL, \
	"Wait for the decision; {org_application_mine} shows the application.") \
HINT(INTRO_EXISTS, NULL, NULL, \
	"Wait for the answer to the first request, which {intro_list} shows.") \
HINT(INVALID_TRANSITION, NULL, NULL, \
	"Read the record again and choose what its state allows.") \
HINT(EVENT_NOT_OPEN, NULL, NULL, "Find another event with {event_list}.") \
HINT(POST_CLOSED, NULL, NULL, "Publish a new ask with {post_create}.") \
HINT(SOCIAL_NOT_LINKED, NULL, NULL, "Link a social account first, with {social_link}.") \
HINT(SOCIAL_RELINK_REQUIRED, NULL, NULL, \
	"Link the social account again, with {social_link}.") \
HINT(SOCIAL_SHARE_UNAVAILABLE, NULL, NULL, \
	"Leave `social` out. Only the operator of this instance can set sharing up.") \
HINT(SOCIAL_PHOTO_MISSING, NULL, NULL, \
	"Add a photo to the social account, or upload one here.") \
HINT(IDEMPOTENCY_IN_PROGRESS, NULL, NULL, \
	"Wait a moment and send the same request again.") \
HINT(INVITATION_EXPIRED, NULL, NULL, \
	"Ask an owner or admin of the organization for a new invitation.") \
HINT(INVITATION_REVOKED, NULL, NULL, \
	"Ask an owner or admin of the organization for a new invitation.") \
HINT(PRECONDITION_FAILED, NULL, NULL, \
	"Read the record again, and repeat the change with its new ETag.") \
HINT(PAYLOAD_TOO_LARGE, NULL, NULL, \
	"Send a smaller body: JSON may have 128 KiB, and 16 KiB where nobody is signed " \
	"in, an image 8 MiB.") \
HINT(UNSUPPORTED_MEDIA_TYPE, NULL, NULL, "Send the body as application/json in UTF-8.") \
HINT(VALIDATION_FAILED, NULL, NULL, \
	"Correct what `errors` lists and send the request again.") \
HINT(IDEMPOTENCY_MISMATCH, NULL, NULL, "Use a new key for a new request.") \
HINT(RATE_LIMITED, NULL, NULL, "Wait as many seconds as the Retry-After header says.") \
HINT(INTERNAL_ERROR, NULL, NULL, "Tell the operator of this instance the request id.") \
HINT(SERVICE_UNAVAILABLE, NULL, NULL, \
	"Try again after as many seconds as the Retry-After header says.") \
HINT(SOCIAL_UNAVAILABLE, NULL, NULL, \
	"Try again after as many seconds as the Retry-After header says.") \
HINT(TIMEOUT, NULL, NULL, \
	"Read what became of it before repeating it, or repeat it with the same " \
	"idempotency key.")
/* clang-format on */

#endif
