/*
 * problems.h - the problems that operations return.
 *
 * PROBLEM(constant, code, status, title, explanation): `code` is the value that clients
 * compare. `title` is the title of RFC 9457. `explanation` is the text of
 * /docs/problems/{code}. Only the gateway reads the status.
 *
 * proto/hints.h holds the hints for callers.
 */
#ifndef KITH_PROTO_PROBLEMS_H
#define KITH_PROTO_PROBLEMS_H

#include <stddef.h>

/* clang-format off */
#define PROBLEMS(PROBLEM) \
PROBLEM(AWAITING_APPROVAL, awaiting_approval, 202, "The request waits for the member", \
	"The member wants to approve what this app or token sends to other people. " \
	"Nothing was done yet. The body is the approval: what will happen, until when " \
	"it waits, and the page where the member approves it.") \
PROBLEM(MALFORMED_REQUEST, malformed_request, 400, "The request cannot be read", \
	"The request is not well-formed: its framing, path, JSON or UTF-8 is invalid, " \
	"a key occurs twice, a string contains NUL, or the nesting is too deep. The " \
	"reference describes the valid form.") \
PROBLEM(INVALID_CURSOR, invalid_cursor, 400, "The cursor does not belong to this list", \
	"A cursor is valid only for the list and the filters that returned it. Start " \
	"again without a cursor.") \
PROBLEM(UNAUTHENTICATED, unauthenticated, 401, "No credential was sent", \
	"The request has no credential. Send a token in the Authorization header: " \
	"`Bearer`, a space, and the token.") \
PROBLEM(INVALID_TOKEN, invalid_token, 401, "The token is not valid", \
	"The token is unknown, expired, revoked, or issued for another audience. Get a " \
	"new token.") \
PROBLEM(INVALID_CREDENTIALS, invalid_credentials, 401, \
	"The e-mail address, password or code is wrong", \
	"For security, the response does not say which of the three is wrong. Check " \
	"all of them, or reset the password.") \
PROBLEM(TOTP_REQUIRED, totp_required, 401, "A code of the second factor is required", \
	"The password is correct, and the account has a second factor. Also send a " \
	"code from the authenticator app, or a recovery code.") \
PROBLEM(MEMBERSHIP_PENDING, membership_pending, 403, \
	"The membership is awaiting approval", \
	"No administrator has approved the account yet. You will get a mail about the " \
	"decision.") \
PROBLEM(MEMBERSHIP_SUSPENDED, membership_suspended, 403, "The membership is suspended", \
	"An administrator suspended the account. Contact the administrators of this " \
	"instance.") \
PROBLEM(ADMIN_REQUIRED, admin_required, 403, "A platform administrator is required", \
	"Only members with the platform role admin may do this.") \
PROBLEM(ORG_ROLE_REQUIRED, org_role_required, 403, \
	"A role in the organization is required", \
	"You have none of the organization roles that `requires` names. An owner can " \
	"give you a role.") \
PROBLEM(INVITATION_EMAIL_MISMATCH, invitation_email_mismatch, 403, \
	"The invitation is for another address", \
	"Only the account whose verified e-mail address was invited can accept the " \
	"invitation.") \
PROBLEM(CANNOT_CHANGE_OWN_ROLE, cannot_change_own_role, 403, \
	"You cannot change your own platform role", \
	"Another administrator must do this.") \
PROBLEM(CANNOT_SUSPEND_SELF, cannot_suspend_self, 403, "You cannot suspend yourself", \
	"Another administrator must do this.") \
PROBLEM(INSUFFICIENT_SCOPE, insufficient_scope, 403, "The token lacks a scope", \
	"The token has none of the scopes that allow this operation. Create a token " \
	"with such a scope, or connect the app again and grant it.") \
PROBLEM(CROSS_ORIGIN_REFUSED, cross_origin_refused, 403, \
	"The request comes from another site", \
	"A request that changes something with the session cookie must come from a " \
	"page of this site.") \
PROBLEM(EMAIL_NOT_VERIFIED, email_not_verified, 403, \
	"The e-mail address is not verified", \
	"Open the link in the verification mail, or request another mail. If you have " \
	"already opened a link, reset the password.") \
PROBLEM(REGISTRATION_CLOSED, registration_closed, 403, "Registration is closed", \
	"This instance currently accepts no new accounts.") \
PROBLEM(ORG_INVITE_ONLY, org_invite_only, 403, \
	"The organization accepts members by invitation only", \
	"Ask an owner or admin of the organization for an invitation.") \
PROBLEM(PROJECT_LEAD_REQUIRED, project_lead_required, 403, \
	"A lead of the project is required", \
	"Only a lead of the project, or a platform administrator, may do this.") \
PROBLEM(NOT_AUTHOR, not_author, 403, "Only the author may do this", \
	"You can read the record, but another member wrote it or has to answer it.") \
PROBLEM(HOST_REQUIRED, host_required, 403, "The host of the event is required", \
	"Only the host, or an owner or admin of the host organization, may do this.") \
PROBLEM(APPROVAL_DECLINED, approval_declined, 403, "The member declined this request", \
	"The member was asked to approve this request and declined it.") \
PROBLEM(APPROVAL_UNAVAILABLE, approval_unavailable, 403, \
	"An uploaded image cannot wait for approval", \
	"The member wants to approve what this app or token changes for others, and " \
	"an uploaded image is not kept until then.") \
PROBLEM(ROUTE_NOT_FOUND, route_not_found, 404, "There is no such route", \
	"No route has this path. The reference at /docs lists all of them.") \
PROBLEM(ORG_NOT_FOUND, org_not_found, 404, "There is no such organization", \
	"No organization that you can see has this slug.") \
PROBLEM(ORG_APPLICATION_NOT_FOUND, org_application_not_found, 404, \
	"There is no such application", \
	"You have not applied for an organization, or no application has this id.") \
PROBLEM(MEMBER_NOT_FOUND, member_not_found, 404, "There is no such member", \
	"No member that you can see has this id or handle.") \
PROBLEM(POST_NOT_FOUND, post_not_found, 404, "There is no such ask", \
	"No ask that you can see has this id.") \
PROBLEM(PROGRESS_NOT_FOUND, progress_not_found, 404, "There is no such progress entry", \
	"No progress entry that you can see has this id.") \
PROBLEM(PROJECT_NOT_FOUND, project_not_found, 404, "There is no such project", \
	"No project that you can see has this id.") \
PROBLEM(AFFILIATION_NOT_FOUND, affiliation_not_found, 404, \
	"There is no such affiliation", \
	"No affiliation that you can see has this id.") \
PROBLEM(EVENT_NOT_FOUND, event_not_found, 404, "There is no such event", \
	"No event that you can see has this id.") \
PROBLEM(INTRO_NOT_FOUND, intro_not_found, 404, "There is no such intro request", \
	"No intro request from or to you has this id.") \
PROBLEM(INVITATION_NOT_FOUND, invitation_not_found, 404, "There is no such invitation", \
	"No invitation to you has this id or token. Ask for a new invitation.") \
PROBLEM(JOIN_REQUEST_NOT_FOUND, join_request_not_found, 404, \
	"There is no such join request", \
	"No join request of this organization has this id.") \
PROBLEM(NOTIFICATION_NOT_FOUND, notification_not_found, 404, \
	"There is no such notification", \
	"No notification in your inbox has this id.") \
PROBLEM(SAVED_SEARCH_NOT_FOUND, saved_search_not_found, 404, \
	"There is no such saved search", \
	"You have no saved search with this id.") \
PROBLEM(INVITE_CODE_NOT_FOUND, invite_code_not_found, 404, \
	"There is no such invite code", \
	"No invite code has this value, or it was revoked.") \
PROBLEM(OUTBOX_MESSAGE_NOT_FOUND, outbox_message_not_found, 404, \
	"There is no such outbox message", \
	"No message of the outbox has this id.") \
PROBLEM(REPORT_NOT_FOUND, report_not_found, 404, "There is no such report", \
	"No report has this id.") \
PROBLEM(SESSION_NOT_FOUND, session_not_found, 404, "There is no such session", \
	"You have no session with this id.") \
PROBLEM(TOKEN_NOT_FOUND, token_not_found, 404, "There is no such token", \
	"You have no token with this id, or the link or the authorization request was " \
	"already used or has expired. Request a new mail, or connect again from the " \
	"app.") \
PROBLEM(APP_NOT_FOUND, app_not_found, 404, "There is no such connected app", \
	"You have no connected app with this client id.") \
PROBLEM(MEDIA_NOT_FOUND, media_not_found, 404, "There is no such image", \
	"The image never existed or was removed.") \
PROBLEM(APPROVAL_NOT_FOUND, approval_not_found, 404, "There is no such request", \
	"The request was decided, has expired, or its app was disconnected.") \
PROBLEM(METHOD_NOT_ALLOWED, method_not_allowed, 405, \
	"The route does not take this method", \
	"The Allow header lists the methods that the route takes.") \
PROBLEM(NOT_ACCEPTABLE, not_acceptable, 406, \
	"No acceptable media type is available", \
	"Responses are available as application/json. Send that in the Accept header, " \
	"or no Accept header.") \
PROBLEM(HANDLE_TAKEN, handle_taken, 409, "The handle is taken", \
	"Another member has this handle. Choose another handle.") \
PROBLEM(MEMBER_SUSPENDED, member_suspended, 409, "The member is suspended", \
	"A suspended member cannot be changed in this way. Reinstate the member first.") \
PROBLEM(LAST_OWNER, last_owner, 409, "The organization would have no owner", \
	"An organization needs at least one owner. Make another member an owner first.") \
PROBLEM(LAST_LEAD, last_lead, 409, "The project would have no lead", \
	"A project needs at least one lead. Make another member a lead first.") \
PROBLEM(LAST_ADMIN, last_admin, 409, "The platform would have no administrator", \
	"The instance needs at least one administrator. Make another member an " \
	"administrator first.") \
PROBLEM(ALREADY_MEMBER, already_member, 409, "The person is already a member", \
	"The person is already a member of the organization. No invitation is needed.") \
PROBLEM(PROJECT_ARCHIVED, project_archived, 409, "The project is archived", \
	"An archived project cannot be changed, and nobody can be added to it. A lead " \
	"or an administrator can restore it.") \
PROBLEM(AFFILIATION_EXISTS, affiliation_exists, 409, \
	"The project and the organization already have an affiliation", \
	"A project and an organization can have one pending or active affiliation at a " \
	"time.") \
PROBLEM(ORG_APPLICATION_PENDING, org_application_pending, 409, \
	"An application is already pending", \
	"You may have one pending application at a time. Wait for the decision.") \
PROBLEM(INTRO_EXISTS, intro_exists, 409, "You have already asked this member", \
	"You already have a pending intro request to this member.") \
PROBLEM(INVALID_TRANSITION, invalid_transition, 409, \
	"The record's state does not allow this", \
	"The current state of the record does not allow the action. `detail` names the " \
	"state and the action.") \
PROBLEM(EVENT_NOT_OPEN, event_not_open, 409, "The event accepts no RSVPs", \
	"Only a published event that has not ended accepts RSVPs.") \
PROBLEM(POST_CLOSED, post_closed, 409, "The ask is closed", \
	"A closed ask can be read, but it cannot be changed or opened again.") \
PROBLEM(SOCIAL_NOT_LINKED, social_not_linked, 409, "No social account is linked", \
	"You have no linked social account. Link one first.") \
PROBLEM(SOCIAL_RELINK_REQUIRED, social_relink_required, 409, \
	"The social account must be linked again", \
	"The social provider no longer accepts the stored access token. Link the " \
	"account again.") \
PROBLEM(SOCIAL_SHARE_UNAVAILABLE, social_share_unavailable, 409, \
	"Sharing is not set up on this instance", \
	"The operator of this instance has not configured a social provider.") \
PROBLEM(SOCIAL_PHOTO_MISSING, social_photo_missing, 409, \
	"The social account has no photo", \
	"Add a photo to the social account, or upload an image instead.") \
PROBLEM(APPROVAL_CHANGED, approval_changed, 409, \
	"What others would see has changed since you were asked", \
	"Nothing was done. The request waits again, with its present content.") \
PROBLEM(IDEMPOTENCY_IN_PROGRESS, idempotency_in_progress, 409, \
	"The first request with this key is still running", \
	"The first request has not finished. Wait a few seconds and send the same " \
	"request again.") \
PROBLEM(INVITATION_EXPIRED, invitation_expired, 410, "The invitation has expired", \
	"Ask an owner or admin of the organization for a new invitation.") \
PROBLEM(INVITATION_REVOKED, invitation_revoked, 410, "The invitation was revoked", \
	"Ask an owner or admin of the organization for a new invitation.") \
PROBLEM(PRECONDITION_FAILED, precondition_failed, 412, \
	"The record has changed since it was read", \
	"The ETag in the If-Match header is no longer current. Read the record again " \
	"and repeat the change with its new ETag.") \
PROBLEM(PAYLOAD_TOO_LARGE, payload_too_large, 413, "The body is too large", \
	"The limits are 128 KiB for JSON, 16 KiB for requests without a credential, " \
	"and 8 MiB for an image.") \
PROBLEM(UNSUPPORTED_MEDIA_TYPE, unsupported_media_type, 415, \
	"The media type of the body is not supported", \
	"Send application/json in UTF-8. Operations that set an image take a JPEG, " \
	"PNG, WebP or GIF image with its own media type.") \
PROBLEM(VALIDATION_FAILED, validation_failed, 422, \
	"The request contains invalid fields", \
	"`errors` lists each invalid field with a JSON pointer. Correct the fields and " \
	"send the request again.") \
PROBLEM(IDEMPOTENCY_MISMATCH, idempotency_mismatch, 422, \
	"The idempotency key was used for another request", \
	"An idempotency key identifies one request. Use a new key for a different " \
	"request.") \
PROBLEM(RATE_LIMITED, rate_limited, 429, "Too many requests", \
	"You have reached a request limit or a daily limit. The Retry-After header " \
	"says how many seconds to wait; /docs/limits lists all limits.") \
PROBLEM(HEAD_TOO_LARGE, head_too_large, 431, "The headers are too large", \
	"The URL and the headers may have 18 KiB together, where each header counts 64 " \
	"bytes more than its length. Shorten them, or delete " \
	"the cookies of this host.") \
PROBLEM(INTERNAL_ERROR, internal_error, 500, "An internal error occurred", \
	"The server failed, and nothing was changed. Report the request id to the " \
	"operator, who can find the cause in the log.") \
PROBLEM(SERVICE_UNAVAILABLE, service_unavailable, 503, \
	"The service is temporarily unavailable", \
	"Try again after the number of seconds in the Retry-After header.") \
PROBLEM(SOCIAL_UNAVAILABLE, social_unavailable, 503, \
	"The social provider does not respond", \
	"Try again after the number of seconds in the Retry-After header.") \
PROBLEM(TIMEOUT, timeout, 504, "The request timed out", \
	"A write may or may not have taken effect. Read the record before you repeat " \
	"the request, or repeat it with the same idempotency key.")
/* clang-format on */

enum problem {
	PROBLEM_NONE = 0,
#define PROBLEM_CONSTANT(constant, code, status, title, explanation) PROBLEM_##constant,
	PROBLEMS(PROBLEM_CONSTANT)
#undef PROBLEM_CONSTANT
	PROBLEM_COUNT,
};

struct problem_info {
	const char *code;
	int status; /* HTTP */
	const char *title;
	const char *explanation;
};

/* Indexed by enum problem; the entry of PROBLEM_NONE is zero. */
extern const struct problem_info problems[PROBLEM_COUNT];

/* The next step for a caller after a problem. */
struct hint {
	enum problem problem;
	const char *requires_name;          /* NULL = no requirement for programs */
	const char *const *requires_values; /* ended by NULL */
	const char *sentence;               /* may contain {operation}s */
};

/* Indexed by enum problem; the entry of a problem without a hint is zero. */
extern const struct hint problem_hints[PROBLEM_COUNT];

/* The error codes of fields, in `errors` of validation_failed. */
#define FAULTS(FAULT) \
	FAULT(REQUIRED, required) \
	FAULT(TYPE, type) \
	FAULT(TOO_SHORT, too_short) \
	FAULT(TOO_LONG, too_long) \
	FAULT(TOO_SMALL, too_small) \
	FAULT(TOO_LARGE, too_large) \
	FAULT(TOO_MANY, too_many) \
	FAULT(PATTERN, pattern) \
	FAULT(FORMAT, format) \
	FAULT(ENUM, enum) \
	FAULT(UNKNOWN_FIELD, unknown_field) \
	FAULT(TAKEN, taken) \
	FAULT(CONFLICT, conflict) \
	FAULT(NOT_ALLOWED, not_allowed) \
	FAULT(FETCH_FAILED, fetch_failed)

enum fault_code {
#define FAULT_CONSTANT(constant, code) FAULT_##constant,
	FAULTS(FAULT_CONSTANT)
#undef FAULT_CONSTANT
	FAULT_COUNT,
};

/* Indexed by enum fault_code. */
extern const char *const fault_codes[FAULT_COUNT];

#endif
