#include "proto/orgs/orgs.h"

#include "proto/records.h"

static const char *const invitation_status_values[] = {
	"pending", "accepted", "revoked", "expired", NULL};
static const char *const invited_role_values[] = {"member", "admin", NULL};

static const enum problem create_problems[] = {PROBLEM_ORG_NOT_FOUND,
	PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_ALREADY_MEMBER, PROBLEM_RATE_LIMITED,
	PROBLEM_NONE};
static const enum problem list_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};
static const enum problem revoke_problems[] = {PROBLEM_ORG_NOT_FOUND,
	PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_INVITATION_NOT_FOUND,
	PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};
static const enum problem preview_problems[] = {
	PROBLEM_INVITATION_NOT_FOUND, PROBLEM_NONE};
static const enum problem accept_problems[] = {PROBLEM_INVITATION_NOT_FOUND,
	PROBLEM_INVITATION_EMAIL_MISMATCH, PROBLEM_INVITATION_EXPIRED,
	PROBLEM_INVITATION_REVOKED, PROBLEM_NONE};

static const struct field org_invite_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "oinv", .doc = "The invitation's id."),
	OUT("orgSlug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("orgName", TEXT, .doc = "The organization's name."),
	OUT("email", TEXT, .format = FORMAT_EMAIL, .empty_allowed = true,
		.doc = "The invited address; empty for the team of a project."),
	OUT("memberName", TEXT, .nullable = true, .example = "\"Ada Lovelace\"",
		.doc = "The name of a member of such a team, or null."),
	OUT("memberHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The handle of this member, or null."),
	OUT("role", ENUM, .values = org_role_values,
		.doc = "The role that the person gets."),
	OUT("status", ENUM, .values = invitation_status_values,
		.doc = "The state of the invitation. It is `revoked` also while its "
		       "sender is suspended."),
	OUT("invitedByName", TEXT,
		.doc = "The name of the member who sent the invitation."),
	INVITED_BY_HANDLE,
	OUT("expiresAt", INSTANT, .doc = "When it expires."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
};

static const struct record org_invite_record = {
	.name = "OrgInvite",
	.doc = "An invitation to an organization.",
	.fields = org_invite_fields,
	.count = COUNT_OF(org_invite_fields),
};

#define INVITED_ROLE(holder) \
	IN(holder, role, "role", ENUM, .values = invited_role_values, \
		.fallback = "\"member\"", .doc = "The person's role.")
#define INVITED_DAYS(holder) \
	IN(holder, expires_in_days, "expiresInDays", INTEGER, .min = 1, .max = 90, \
		.fallback = "14", .doc = "How many days it is valid.")

static const struct field org_invitation_create_in_fields[] = {
	ORG_SLUG(struct org_invitation_create_in),
	IN(struct org_invitation_create_in, email, "email", TEXT, .required = true,
		.format = FORMAT_EMAIL, .min = 3, .max = 200,
		.doc = "The e-mail address to invite."),
	INVITED_ROLE(struct org_invitation_create_in),
	INVITED_DAYS(struct org_invitation_create_in),
};

static const struct record org_invitation_create_input =
	INPUT_RECORD(org_invitation_create_in, "The person to invite.");

const struct op op_org_invitation_create = {
	.name = "org_invitation_create",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{slug}/invitations",
	.summary = "Invite somebody to an organization",
	.doc = "Mails an invitation to an e-mail address, or renews the pending "
	       "invitation to that address. For owners and admins. You can "
	       "send 50 invitations a day, and an organization 2 in 7 days to the same "
	       "address.",
	.input = &org_invitation_create_input,
	.output = &org_invite_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = create_problems,
	.tool =
		{
			.name = "invite_to_org",
			.title = "Invite somebody to an organization",
			.doc = "Mails an invitation to an organization, or renews a "
			       "pending one. For owners and admins; 2 in 7 days to the "
			       "same address.",
			.open_world = true,
			.rank = 75,
		},
};

/* ---- many at once ---- */

static const enum problem create_many_problems[] = {PROBLEM_ORG_NOT_FOUND,
	PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_RATE_LIMITED, PROBLEM_NONE};

static const struct field invited_email_element = OUT("email", TEXT,
	.format = FORMAT_EMAIL, .min = 3, .max = 200, .doc = "An e-mail address.");
static const struct field done_email_element =
	OUT("email", TEXT, .format = FORMAT_EMAIL, .doc = "An e-mail address.");

static const struct field invited_fields[] = {
	OUT("invited", LIST, .element = &done_email_element,
		.doc = "The addresses to which an invitation is sent."),
	OUT("alreadyMembers", LIST, .element = &done_email_element,
		.doc = "The addresses of members of the organization, who get no "
		       "invitation."),
};

static const struct record invited_record = {
	.name = "OrgInvited",
	.doc = "The result of inviting several people.",
	.fields = invited_fields,
	.count = COUNT_OF(invited_fields),
};

static const struct field org_invitation_create_many_in_fields[] = {
	ORG_SLUG(struct org_invitation_create_many_in),
	IN(struct org_invitation_create_many_in, emails, "emails", LIST, .required = true,
		.element = &invited_email_element, .min = 1, .max = 50,
		.doc = "The e-mail addresses to invite."),
	INVITED_ROLE(struct org_invitation_create_many_in),
	INVITED_DAYS(struct org_invitation_create_many_in),
};

static const struct record org_invitation_create_many_input =
	INPUT_RECORD(org_invitation_create_many_in, "The people to invite.");

const struct op op_org_invitation_create_many = {
	.name = "org_invitation_create_many",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{slug}/invitations/batch",
	.summary = "Invite several people to an organization",
	.doc = "Mails an invitation to each address, or renews the pending one. "
	       "Addresses of members are left out and answered. If a limit is too low "
	       "for all of them, none is sent. For owners and admins.",
	.input = &org_invitation_create_many_input,
	.output = &invited_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = create_many_problems,
};

static const struct field org_invitation_list_in_fields[] = {
	ORG_SLUG(struct org_invitation_list_in),
	PAGE_FIELDS(struct org_invitation_list_in),
};

static const struct record org_invitation_list_input =
	INPUT_RECORD(org_invitation_list_in, "The organization and the page.");

const struct op op_org_invitation_list = {
	.name = "org_invitation_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/invitations",
	.summary = "List invitations",
	.doc = "Lists the pending and past invitations of an organization, newest first. "
	       "For owners and admins.",
	.input = &org_invitation_list_input,
	.output = &org_invite_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = list_problems,
	.tool =
		{
			.name = "list_org_invitations",
			.title = "List invitations",
			.doc = "Lists an organization's invitations. For owners and "
			       "admins.",
			.read_only = true,
			.idempotent = true,
			.rank = 405,
		},
};

static const struct field org_invitation_revoke_in_fields[] = {
	ORG_SLUG(struct org_invitation_revoke_in),
	ID_FIELD(struct org_invitation_revoke_in, "oinv", PROBLEM_INVITATION_NOT_FOUND,
		"The invitation's id."),
};

static const struct record org_invitation_revoke_input =
	INPUT_RECORD(org_invitation_revoke_in, "The invitation.");

static const struct hint revoke_hints[] = {
	{PROBLEM_INVITATION_NOT_FOUND, NULL, NULL,
		"Find the invitation with {org_invitation_list}."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_org_invitation_revoke = {
	.name = "org_invitation_revoke",
	.service = SERVICE_ORGS,
	.method = METHOD_DELETE,
	.path = "/v1/orgs/{slug}/invitations/{id}",
	.summary = "Revoke an invitation",
	.doc = "Revokes a pending invitation. Its link stops working. For owners and "
	       "admins.",
	.input = &org_invitation_revoke_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = revoke_problems,
	.hints = revoke_hints,
	.tool =
		{
			.name = "revoke_org_invitation",
			.title = "Revoke an invitation",
			.doc = "Revokes a pending invitation. Its link stops working. "
			       "For owners and admins.",
			.destructive = true,
			.idempotent = true,
			.rank = 475,
		},
};

static const struct field org_invitation_token_in_fields[] = {
	IN(struct org_invitation_token_in, token, "token", TEXT, .required = true,
		.secret = true, .min = 1, .max = 128,
		.missing = PROBLEM_INVITATION_NOT_FOUND,
		.doc = "The token from the link in the mail."),
};

static const struct record org_invitation_token_input =
	INPUT_RECORD(org_invitation_token_in, "The token from the mail.");

static const struct field preview_fields[] = {
	OUT("orgSlug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("orgName", TEXT, .doc = "The organization's name."),
	OUT("role", ENUM, .values = org_role_values,
		.doc = "The role that the person gets."),
	OUT("invitedByName", TEXT,
		.doc = "The name of the member who sent the invitation."),
	OUT("maskedEmail", TEXT,
		.doc = "The invited e-mail address, shortened to a…@example.org."),
	OUT("status", ENUM, .values = invitation_status_values,
		.doc = "The state of the invitation. It is `revoked` also while its "
		       "sender is suspended."),
	OUT("expiresAt", INSTANT, .doc = "When it expires."),
};

static const struct record preview_record = {
	.name = "OrgInvitePreview",
	.doc = "What the link of an invitation shows.",
	.fields = preview_fields,
	.count = COUNT_OF(preview_fields),
};

const struct op op_org_invitation_preview = {
	.name = "org_invitation_preview",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/org-invitations/{token}",
	.summary = "Preview an invitation",
	.doc = "Reads an invitation. Anyone who has the link can read it, without a "
	       "credential.",
	.input = &org_invitation_token_input,
	.output = &preview_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = preview_problems,
};

const struct op op_org_invitation_accept = {
	.name = "org_invitation_accept",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/org-invitations/{token}/accept",
	.summary = "Accept an invitation",
	.doc = "Joins the organization in the role of the invitation. The invitation "
	       "must be to your verified e-mail address. Accepting again changes "
	       "nothing.",
	.input = &org_invitation_token_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.problems = accept_problems,
};
