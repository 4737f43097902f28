/*
 * problems.h - everything that can go wrong, once.
 *
 * PROBLEM(constant, code, status, title, explanation): the code is what clients compare,
 * the title is the short sentence of RFC 9457, the explanation is what
 * /docs/problems/{code} tells a person. Only the gateway looks at the status.
 *
 * The hints for a caller who is refused are in proto/hints.h.
 */
#ifndef KITH_PROTO_PROBLEMS_H
#define KITH_PROTO_PROBLEMS_H

#include <stddef.h>

/* clang-format off */
#define PROBLEMS(PROBLEM) \
PROBLEM(MALFORMED_REQUEST, malformed_request, 400, "The request cannot be read", \
	"The request is not well-formed: its framing, path, JSON or UTF-8 is broken, a " \
	"key occurs twice, a string holds NUL, or the nesting is too deep. Send what " \
	"the reference shows.") \
PROBLEM(INVALID_CURSOR, invalid_cursor, 400, "The cursor does not belong to this list", \
	"A cursor only continues the list and the filters that it came from. Start " \
	"again without a cursor.") \
PROBLEM(UNAUTHENTICATED, unauthenticated, 401, "Sign in first", \
	"The request carries no credential. Send a token in the Authorization header: " \
	"`Bearer`, a space, and the token.") \
PROBLEM(INVALID_TOKEN, invalid_token, 401, "The token is not valid here", \
	"The token is unknown, expired, revoked, or made for another audience. Get a " \
	"new one.") \
PROBLEM(INVALID_CREDENTIALS, invalid_credentials, 401, \
	"The e-mail address, password or code is wrong", \
	"The answer does not say which of them is wrong. Check all three, or reset the " \
	"password.") \
PROBLEM(TOTP_REQUIRED, totp_required, 401, "A code of the second factor is needed", \
	"The password is right, and the account has a second factor. Send the code " \
	"that the authenticator app shows, or a recovery code, as well.") \
PROBLEM(MEMBERSHIP_PENDING, membership_pending, 403, \
	"The membership is awaiting approval", \
	"An administrator has not approved the account yet. You will get a mail when " \
	"that has happened.") \
PROBLEM(MEMBERSHIP_SUSPENDED, membership_suspended, 403, "The membership is suspended", \
	"An administrator suspended the account. Ask the administrators of this " \
	"instance.") \
PROBLEM(ADMIN_REQUIRED, admin_required, 403, "This needs a platform administrator", \
	"Only an account with the platform role admin may do this.") \
PROBLEM(ORG_ROLE_REQUIRED, org_role_required, 403, \
	"This needs a role in the organization", \
	"You do not have a role in the organization that `requires` names. An owner " \
	"can give it to you.") \
PROBLEM(INVITATION_EMAIL_MISMATCH, invitation_email_mismatch, 403, \
	"The invitation is for another address", \
	"An invitation can be accepted only by the account whose verified address it " \
	"was sent to.") \
PROBLEM(CANNOT_CHANGE_OWN_ROLE, cannot_change_own_role, 403, \
	"You cannot change your own platform role", \
	"Ask another administrator.") \
PROBLEM(CANNOT_SUSPEND_SELF, cannot_suspend_self, 403, "You cannot suspend yourself", \
	"Ask another administrator.") \
PROBLEM(INSUFFICIENT_SCOPE, insufficient_scope, 403, "The token lacks a scope", \
	"The token lacks a scope that this operation needs. Create a token that has " \
	"it, or connect the app again and grant it.") \
PROBLEM(CROSS_ORIGIN_REFUSED, cross_origin_refused, 403, \
	"The request comes from another site", \
	"A request that changes something and is signed in by the cookie must come " \
	"from this site's own pages.") \
PROBLEM(EMAIL_NOT_VERIFIED, email_not_verified, 403, \
	"The e-mail address is not verified", \
	"Open the link in the verification mail, or ask for another mail. If you have " \
	"opened a link already, ask for a new password.") \
PROBLEM(REGISTRATION_CLOSED, registration_closed, 403, "Registration is closed", \
	"This instance takes no new accounts at present.") \
PROBLEM(ORG_INVITE_ONLY, org_invite_only, 403, \
	"The organization takes members by invitation only", \
	"Ask an owner or admin of the organization for an invitation.") \
PROBLEM(PROJECT_LEAD_REQUIRED, project_lead_required, 403, \
	"This needs a lead of the project", \
	"Only a lead of the project, or a platform administrator, may do this.") \
PROBLEM(NOT_AUTHOR, not_author, 403, "Only the author may do this", \
	"You can read the item, but it belongs to somebody else.") \
PROBLEM(HOST_REQUIRED, host_required, 403, "This needs the event's host", \
	"Only the host, or an owner or admin of the host organization, may do this.") \
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
	"The invitation is unknown. Ask for a new one.") \
PROBLEM(JOIN_REQUEST_NOT_FOUND, join_request_not_found, 404, \
	"There is no such join request", \
	"No join request of this organization has this id.") \
PROBLEM(NOTIFICATION_NOT_FOUND, notification_not_found, 404, \
	"There is no such notification", \
	"No notification in your inbox has this id.") \
PROBLEM(INVITE_CODE_NOT_FOUND, invite_code_not_found, 404, \
	"There is no such invite code", \
	"There is no such invite code, or it was revoked.") \
PROBLEM(OUTBOX_MESSAGE_NOT_FOUND, outbox_message_not_found, 404, \
	"There is no such outbox message", \
	"No message of the outbox has this id.") \
PROBLEM(REPORT_NOT_FOUND, report_not_found, 404, "There is no such report", \
	"No report has this id.") \
PROBLEM(SESSION_NOT_FOUND, session_not_found, 404, "There is no such session", \
	"You have no session with this id.") \
PROBLEM(TOKEN_NOT_FOUND, token_not_found, 404, "There is no such token", \
	"You have no token with this id; or a link, or what an app asks for, was used " \
	"or has expired. Ask for a new mail, or connect again from the app.") \
PROBLEM(APP_NOT_FOUND, app_not_found, 404, "There is no such connected app", \
	"You have not connected an app with this client id.") \
PROBLEM(MEDIA_NOT_FOUND, media_not_found, 404, "There is no such image", \
	"The image is unknown or was removed.") \
PROBLEM(METHOD_NOT_ALLOWED, method_not_allowed, 405, \
	"The route does not take this method", \
	"The Allow header lists the methods that the route takes.") \
PROBLEM(NOT_ACCEPTABLE, not_acceptable, 406, \
	"The answer is not available in a form that you accept", \
	"Accept application/json, or leave the Accept header out.") \
PROBLEM(HANDLE_TAKEN, handle_taken, 409, "The handle is taken", \
	"Another member has this handle. Choose another.") \
PROBLEM(MEMBER_SUSPENDED, member_suspended, 409, "The member is suspended", \
	"Reinstate the member first.") \
PROBLEM(LAST_OWNER, last_owner, 409, "The organization would have no owner", \
	"Make somebody else an owner first.") \
PROBLEM(LAST_LEAD, last_lead, 409, "The project would have no lead", \
	"Make somebody else a lead first.") \
PROBLEM(LAST_ADMIN, last_admin, 409, "The platform would have no administrator", \
	"Make somebody else an administrator first.") \
PROBLEM(ALREADY_MEMBER, already_member, 409, "The person is a member already", \
	"No invitation is needed.") \
PROBLEM(PROJECT_ARCHIVED, project_archived, 409, "The project is archived", \
	"An archived project takes no new people and no changes. A lead can unarchive " \
	"it.") \
PROBLEM(AFFILIATION_EXISTS, affiliation_exists, 409, \
	"The project and the organization are affiliated already", \
	"There is a pending or active affiliation between the two.") \
PROBLEM(ORG_APPLICATION_PENDING, org_application_pending, 409, \
	"An application is pending already", \
	"You may have one pending application at a time. Wait for the decision.") \
PROBLEM(INTRO_EXISTS, intro_exists, 409, "The same intro was asked for already", \
	"There is a pending intro request between the two about this.") \
PROBLEM(INVALID_TRANSITION, invalid_transition, 409, \
	"The record's state does not allow this", \
	"The action is not possible in the state that the record is in. The detail " \
	"names both.") \
PROBLEM(EVENT_NOT_OPEN, event_not_open, 409, "The event takes no RSVPs", \
	"Only a published event that has not ended takes new RSVPs.") \
PROBLEM(POST_CLOSED, post_closed, 409, "The ask is closed", \
	"A closed ask can be read, but not changed.") \
PROBLEM(SOCIAL_NOT_LINKED, social_not_linked, 409, "No social account is linked", \
	"Link a social account first.") \
PROBLEM(SOCIAL_RELINK_REQUIRED, social_relink_required, 409, \
	"The social account must be linked again", \
	"The provider no longer accepts the stored permission. Link the account again.") \
PROBLEM(SOCIAL_SHARE_UNAVAILABLE, social_share_unavailable, 409, \
	"Sharing is not set up", \
	"This instance has no social provider configured.") \
PROBLEM(SOCIAL_PHOTO_MISSING, social_photo_missing, 409, \
	"The social account has no photo", \
	"Add a photo there, or upload one here.") \
PROBLEM(IDEMPOTENCY_IN_PROGRESS, idempotency_in_progress, 409, \
	"The first request with this key is still running", \
	"Wait a moment and send the same request again.") \
PROBLEM(INVITATION_EXPIRED, invitation_expired, 410, "The invitation has expired", \
	"Ask for a new invitation.") \
PROBLEM(INVITATION_REVOKED, invitation_revoked, 410, "The invitation was revoked", \
	"Ask for a new invitation.") \
PROBLEM(PRECONDITION_FAILED, precondition_failed, 412, \
	"The record has changed since it was read", \
	"The If-Match tag is no longer current. Read the record again and repeat the " \
	"change on it.") \
PROBLEM(PAYLOAD_TOO_LARGE, payload_too_large, 413, "The body is too large", \
	"JSON bodies may have 128 KiB, images 8 MiB; without a credential, 16 KiB is " \
	"the most.") \
PROBLEM(UNSUPPORTED_MEDIA_TYPE, unsupported_media_type, 415, \
	"The body has an unsupported type", \
	"Send application/json, as UTF-8; where an image is set, send a JPEG, PNG, " \
	"WebP or GIF image with the type that its bytes have.") \
PROBLEM(VALIDATION_FAILED, validation_failed, 422, "Some fields are not valid", \
	"`errors` lists every fault with the place it stands in. Correct them and send " \
	"the request again.") \
PROBLEM(IDEMPOTENCY_MISMATCH, idempotency_mismatch, 422, \
	"The idempotency key was used for another request", \
	"A key belongs to one request. Use a new key for another one.") \
PROBLEM(RATE_LIMITED, rate_limited, 429, "Too many requests", \
	"Wait as many seconds as the Retry-After header says.") \
PROBLEM(INTERNAL_ERROR, internal_error, 500, "Something went wrong on our side", \
	"Nothing was changed. Give the request id to the operator, who can find the " \
	"cause with it.") \
PROBLEM(SERVICE_UNAVAILABLE, service_unavailable, 503, \
	"The service is not available at the moment", \
	"Try again after the time that the Retry-After header says.") \
PROBLEM(SOCIAL_UNAVAILABLE, social_unavailable, 503, \
	"The social provider does not answer", \
	"Try again after the time that the Retry-After header says.") \
PROBLEM(TIMEOUT, timeout, 504, "The answer took too long", \
	"A request that changes something may or may not have been carried out. Read " \
	"before repeating it, or repeat it with the same idempotency key.")
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

/* What helps whom a problem refuses. */
struct hint {
	enum problem problem;
	const char *requires_name; /* NULL = nothing that a program could look for */
	const char *const *requires_values; /* ended by NULL */
	const char *sentence;               /* with {operation}s */
};

/* Indexed by enum problem; the entry of a problem without a hint is zero. */
extern const struct hint problem_hints[PROBLEM_COUNT];

/* What is wrong with one field, in `errors` of validation_failed. */
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
