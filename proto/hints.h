/*
 * hints.h - the next step for a caller, for each problem.
 *
 * HINT(constant, name, values, sentence): `name` and `values` are for programs, in
 * `requires` (NULL = no requirement). The sentence is for people and assistants, in
 * `nextStep`. An {operation} in a sentence becomes a route for REST and a tool for
 * assistants. An operation (struct op) and a handler can override a hint.
 */
#ifndef KITH_PROTO_HINTS_H
#define KITH_PROTO_HINTS_H

/* clang-format off */
#define REQUIRED(...) (const char *const[]){__VA_ARGS__, NULL}

#define HINTS(HINT) \
HINT(AWAITING_APPROVAL, NULL, NULL, "Tell the member to open `url` and decide there.") \
HINT(MALFORMED_REQUEST, NULL, NULL, \
	"Correct the request as `detail` says. The reference at /docs describes the " \
	"route.") \
HINT(INVALID_CURSOR, NULL, NULL, "Request the first page again, without a cursor.") \
HINT(UNAUTHENTICATED, NULL, NULL, \
	"Sign in with {session_sign_in} and send the token in the header " \
	"`Authorization: Bearer …`.") \
HINT(INVALID_TOKEN, NULL, NULL, \
	"Sign in again with {session_sign_in}, or use a valid token.") \
HINT(INVALID_CREDENTIALS, NULL, NULL, \
	"Check the e-mail address, the password and the code, or reset the password " \
	"with {password_forgot}.") \
HINT(TOTP_REQUIRED, NULL, NULL, \
	"Send the same request with `totp`: a code from the authenticator app, or a " \
	"recovery code.") \
HINT(MEMBERSHIP_PENDING, "membership", REQUIRED("active"), \
	"Wait until an administrator approves the account; a mail announces the " \
	"decision. {session_get} shows the state.") \
HINT(MEMBERSHIP_SUSPENDED, "membership", REQUIRED("active"), \
	"Contact the administrators of this instance. {session_get} shows the state.") \
HINT(ADMIN_REQUIRED, "role", REQUIRED("admin"), \
	"Ask an administrator of this instance to do this.") \
HINT(ORG_ROLE_REQUIRED, "orgRole", REQUIRED("owner", "admin"), \
	"Ask an owner of the organization to give you one of the roles in `requires`.") \
HINT(INVITATION_EMAIL_MISMATCH, NULL, NULL, \
	"Sign in with the account that has the invited address, or ask for an " \
	"invitation to your address.") \
HINT(CANNOT_CHANGE_OWN_ROLE, NULL, NULL, "Ask another administrator to do this.") \
HINT(CANNOT_SUSPEND_SELF, NULL, NULL, "Ask another administrator to do this.") \
HINT(INSUFFICIENT_SCOPE, NULL, NULL, \
	"Use a token with one of the scopes in `requires`. Create one with " \
	"{token_create}, or connect the app again and grant the scope.") \
HINT(CROSS_ORIGIN_REFUSED, NULL, NULL, "Send a bearer token instead of the cookie.") \
HINT(EMAIL_NOT_VERIFIED, NULL, NULL, \
	"Open the link in the verification mail, or request another mail with " \
	"{account_resend_verification}.") \
HINT(REGISTRATION_CLOSED, NULL, NULL, \
	"Ask the operator of this instance for an account.") \
HINT(ORG_INVITE_ONLY, NULL, NULL, \
	"Ask an owner or admin of the organization for an invitation. " \
	"{me_org_invitation_list} shows yours.") \
HINT(PROJECT_LEAD_REQUIRED, "projectRole", REQUIRED("lead"), \
	"Ask a lead of the project to do this.") \
HINT(NOT_AUTHOR, NULL, NULL, "Ask the author to do this.") \
HINT(HOST_REQUIRED, NULL, NULL, "Ask the host of the event to do this.") \
HINT(APPROVAL_DECLINED, NULL, NULL, \
	"Do not repeat the request. Ask the member what to change.") \
HINT(APPROVAL_UNAVAILABLE, NULL, NULL, \
	"Set the image from its web address: such a request can wait. Or ask the " \
	"member to upload it in a browser.") \
HINT(ROUTE_NOT_FOUND, NULL, NULL, "Look up the path in the reference at /docs.") \
HINT(ORG_NOT_FOUND, NULL, NULL, "Find the organization's slug with {org_list}.") \
HINT(ORG_APPLICATION_NOT_FOUND, NULL, NULL, \
	"Apply for an organization with {org_application_create}, or correct the id.") \
HINT(MEMBER_NOT_FOUND, NULL, NULL, "Find the member with {member_search}.") \
HINT(POST_NOT_FOUND, NULL, NULL, "Find the ask with {post_list}.") \
HINT(PROGRESS_NOT_FOUND, NULL, NULL, "Find the progress entry with {progress_list}.") \
HINT(PROJECT_NOT_FOUND, NULL, NULL, "Find the project with {project_list}.") \
HINT(AFFILIATION_NOT_FOUND, NULL, NULL, \
	"Find the affiliation in the list of its project or of its organization.") \
HINT(EVENT_NOT_FOUND, NULL, NULL, "Find the event with {event_list}.") \
HINT(INTRO_NOT_FOUND, NULL, NULL, "Find the intro request with {intro_list}.") \
HINT(INVITATION_NOT_FOUND, NULL, NULL, \
	"Ask an owner or admin of the organization for a new invitation.") \
HINT(JOIN_REQUEST_NOT_FOUND, NULL, NULL, \
	"Find the request with {org_join_request_list}.") \
HINT(NOTIFICATION_NOT_FOUND, NULL, NULL, \
	"Find the notification with {notification_list}.") \
HINT(SAVED_SEARCH_NOT_FOUND, NULL, NULL, \
	"Find the saved search with {saved_search_list}.") \
HINT(INVITE_CODE_NOT_FOUND, NULL, NULL, "Find the code with {admin_invite_list}.") \
HINT(OUTBOX_MESSAGE_NOT_FOUND, NULL, NULL, \
	"Find the message with {admin_outbox_message_list}.") \
HINT(REPORT_NOT_FOUND, NULL, NULL, "Find the report with {admin_report_list}.") \
HINT(SESSION_NOT_FOUND, NULL, NULL, "Find the session with {session_list}.") \
HINT(TOKEN_NOT_FOUND, NULL, NULL, \
	"If the token came from a mailed link, request a new mail. Find a personal " \
	"access token with {token_list}.") \
HINT(APP_NOT_FOUND, NULL, NULL, "Find the app with {app_list}.") \
HINT(MEDIA_NOT_FOUND, NULL, NULL, \
	"Read the record of the image again. It contains the URL of its current image.") \
HINT(APPROVAL_NOT_FOUND, NULL, NULL, \
	"Find the requests that wait with {me_approval_list}.") \
HINT(METHOD_NOT_ALLOWED, NULL, NULL, \
	"Use one of the methods that the `Allow` header lists.") \
HINT(NOT_ACCEPTABLE, NULL, NULL, \
	"Send `Accept: application/json`, or no `Accept` header.") \
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
	"No invitation is needed. Change the role of a member with " \
	"{org_member_set_role}.") \
HINT(PROJECT_ARCHIVED, NULL, NULL, \
	"Set the status of the project to `active` first, with {project_update}. Only " \
	"a lead or an administrator can do this.") \
HINT(AFFILIATION_EXISTS, NULL, NULL, \
	"Use the existing affiliation. The affiliations of the project and of the " \
	"organization include it.") \
HINT(ORG_APPLICATION_PENDING, NULL, NULL, \
	"Wait for the decision. {org_application_mine} shows the application.") \
HINT(INTRO_EXISTS, NULL, NULL, \
	"Wait for the answer to your pending request, or withdraw it with " \
	"{intro_withdraw}. {intro_list} shows it.") \
HINT(INVALID_TRANSITION, NULL, NULL, \
	"Read the record again and choose an action that its state allows.") \
HINT(EVENT_NOT_OPEN, NULL, NULL, "Find another event with {event_list}.") \
HINT(POST_CLOSED, NULL, NULL, "Publish the ask again with {post_copy}.") \
HINT(SOCIAL_NOT_LINKED, NULL, NULL, "Link a social account first, with {social_link}.") \
HINT(SOCIAL_RELINK_REQUIRED, NULL, NULL, \
	"Link the social account again, with {social_link}.") \
HINT(SOCIAL_SHARE_UNAVAILABLE, NULL, NULL, \
	"Send the request without `social`. Only the operator of this instance can set " \
	"up sharing.") \
HINT(SOCIAL_PHOTO_MISSING, NULL, NULL, \
	"Add a photo to the social account, or set the avatar from another image.") \
HINT(APPROVAL_CHANGED, NULL, NULL, \
	"Find the request with {me_approval_list}, and decide again.") \
HINT(IDEMPOTENCY_IN_PROGRESS, NULL, NULL, \
	"Wait a few seconds and send the same request again.") \
HINT(INVITATION_EXPIRED, NULL, NULL, \
	"Ask an owner or admin of the organization for a new invitation.") \
HINT(INVITATION_REVOKED, NULL, NULL, \
	"Ask an owner or admin of the organization for a new invitation.") \
HINT(PRECONDITION_FAILED, NULL, NULL, \
	"Read the record again and repeat the change with its new ETag.") \
HINT(PAYLOAD_TOO_LARGE, NULL, NULL, \
	"Send a smaller body. The limits are 128 KiB for JSON, 16 KiB for requests " \
	"without a credential, and 8 MiB for an image.") \
HINT(UNSUPPORTED_MEDIA_TYPE, NULL, NULL, "Send the body as application/json in UTF-8.") \
HINT(VALIDATION_FAILED, NULL, NULL, \
	"Correct the fields that `errors` lists and send the request again.") \
HINT(IDEMPOTENCY_MISMATCH, NULL, NULL, "Use a new idempotency key for a new request.") \
HINT(RATE_LIMITED, NULL, NULL, \
	"Wait until the limit resets, then try again. A daily limit resets within 24 " \
	"hours.") \
HINT(HEAD_TOO_LARGE, NULL, NULL, \
	"Shorten the URL and the headers, or delete the cookies of this host.") \
HINT(INTERNAL_ERROR, NULL, NULL, \
	"Report the request id to the operator of this instance.") \
HINT(SERVICE_UNAVAILABLE, NULL, NULL, \
	"Wait a few seconds and try again.") \
HINT(SOCIAL_UNAVAILABLE, NULL, NULL, \
	"Wait a few seconds and try again.") \
HINT(TIMEOUT, NULL, NULL, \
	"Read the record to see whether the change took effect before you repeat it, " \
	"or repeat it with the same idempotency key.")
/* clang-format on */

#endif
