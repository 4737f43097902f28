/*
 * my_invitations.c - the invitations to the caller (members.h).
 */
#include "proto/orgs/orgs.h"
#include "proto/records.h"

static const struct field own_invite_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "oinv", .doc = "The invitation's id."),
	OUT("orgSlug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("orgName", TEXT, .doc = "The organization's name."),
	OUT("role", ENUM, .values = org_role_values,
		.doc = "The role that the person gets."),
	OUT("invitedByName", TEXT,
		.doc = "The name of the member who sent the invitation."),
	INVITED_BY_HANDLE,
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("expiresAt", INSTANT, .doc = "When it expires."),
};

static const struct record own_invite_record = {
	.name = "MyOrgInvite",
	.doc = "An invitation to you.",
	.fields = own_invite_fields,
	.count = COUNT_OF(own_invite_fields),
};

static const enum problem own_list_problems[] = {PROBLEM_NONE};
static const enum problem own_accept_problems[] = {PROBLEM_INVITATION_NOT_FOUND,
	PROBLEM_INVITATION_EXPIRED, PROBLEM_INVITATION_REVOKED, PROBLEM_NONE};
static const enum problem own_decline_problems[] = {PROBLEM_INVITATION_NOT_FOUND,
	PROBLEM_INVITATION_EXPIRED, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

static const struct field me_org_invitation_list_in_fields[] = {
	PAGE_FIELDS(struct me_org_invitation_list_in),
};

static const struct record me_org_invitation_list_input =
	INPUT_RECORD(me_org_invitation_list_in, "The page of invitations to return.");

const struct op op_me_org_invitation_list = {
	.name = "me_org_invitation_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/me/org-invitations",
	.summary = "List your invitations",
	.doc = "Lists the pending invitations to your verified e-mail address, newest "
	       "first.",
	.input = &me_org_invitation_list_input,
	.output = &own_invite_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.problems = own_list_problems,
	.tool =
		{
			.name = "list_my_invitations",
			.title = "List your invitations",
			.doc = "Lists the user's pending invitations to organizations.",
			.read_only = true,
			.idempotent = true,
			.rank = 161,
		},
};

static const struct hint own_hints[] = {
	{PROBLEM_INVITATION_NOT_FOUND, NULL, NULL,
		"Find the invitation with {me_org_invitation_list}."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

static const struct field me_org_invitation_in_fields[] = {
	ID_FIELD(struct me_org_invitation_in, "oinv", PROBLEM_INVITATION_NOT_FOUND,
		"The invitation's id."),
};

static const struct record me_org_invitation_input =
	INPUT_RECORD(me_org_invitation_in, "The invitation.");

const struct op op_me_org_invitation_accept = {
	.name = "me_org_invitation_accept",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/me/org-invitations/{id}/accept",
	.summary = "Accept one of your invitations",
	.doc = "Joins the organization in the role of the invitation. Accepting again "
	       "changes nothing.",
	.input = &me_org_invitation_input,
	.output = &org_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.problems = own_accept_problems,
	.hints = own_hints,
	.tool =
		{
			.name = "accept_org_invitation",
			.title = "Accept an invitation",
			.doc = "Joins an organization that invited the user.",
			.idempotent = true,
			.rank = 165,
		},
};

const struct op op_me_org_invitation_decline = {
	.name = "me_org_invitation_decline",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/me/org-invitations/{id}/decline",
	.summary = "Decline one of your invitations",
	.doc = "Declines an invitation to you. Its state becomes `revoked`. Declining "
	       "again changes nothing.",
	.input = &me_org_invitation_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = own_decline_problems,
	.hints = own_hints,
	.tool =
		{
			.name = "decline_org_invitation",
			.title = "Decline an invitation",
			.doc = "Declines an invitation to an organization.",
			.destructive = true,
			.idempotent = true,
			.rank = 166,
		},
};
