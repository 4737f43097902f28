/*
 * profile.c - the caller's own account and profile.
 */
#include "proto/identity/identity.h"

#include "proto/records.h"

static const struct conflict handle_conflicts[] = {
	{"profiles_handle_key", PROBLEM_HANDLE_TAKEN, NULL, FAULT_TAKEN, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field profile_in_fields[] = {
	IN(struct profile_in, handle, "handle", TEXT, .format = FORMAT_HANDLE, .min = 3,
		.max = 30, .doc = "Your handle, unique in this network."),
	IN(struct profile_in, headline, "headline", TEXT, .format = FORMAT_LINE,
		.max = 120, .doc = "A one-line description of you."),
	IN(struct profile_in, bio, "bio", TEXT, .max = 2000,
		.doc = "A longer description of you."),
	IN(struct profile_in, roles, "roles", LIST, .element = &member_role_element,
		.max = 5, .doc = "Your professional roles."),
	IN(struct profile_in, skills, "skills", LIST, .element = &skill_element,
		.max = 30, .doc = "Your skills."),
	IN(struct profile_in, looking_for, "lookingFor", LIST,
		.element = &looking_for_element, .max = 6,
		.doc = "What you are looking for."),
	IN(struct profile_in, affiliation, "affiliation", TEXT, .format = FORMAT_LINE,
		.max = 120, .doc = "Your company, university or group."),
	IN(struct profile_in, program, "program", TEXT, .format = FORMAT_LINE, .max = 80,
		.doc = "Your program, such as an accelerator."),
	IN(struct profile_in, location, "location", TEXT, .format = FORMAT_LINE,
		.max = 80, .doc = "Where you live or work."),
	IN(struct profile_in, links, "links", MAP, .element = &link_element, .max = 10,
		.doc = "Links by a name of 1 to 40 characters. They replace all existing "
		       "links."),
	IN(struct profile_in, visibility, "visibility", ENUM,
		.values = profile_visibility_values,
		.doc = "`public`: anyone can read your profile page. `members_only`: "
		       "only members can."),
};

static const struct record profile_input = INPUT_RECORD(
	profile_in, "The fields to change. Fields that you omit keep their values.");

static const enum problem profile_problems[] = {PROBLEM_HANDLE_TAKEN, PROBLEM_NONE};

const struct op op_me_get = {
	.name = "me_get",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me",
	.summary = "Read your account and profile",
	.doc = "Reads your account and profile.",
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_PROFILE | SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.tool =
		{
			.name = "get_my_profile",
			.title = "Read your profile",
			.doc = "Reads your account and profile.",
			.read_only = true,
			.idempotent = true,
			.rank = 1,
		},
};

const struct op op_me_update = {
	.name = "me_update",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PATCH,
	.path = "/v1/me",
	.summary = "Edit your profile",
	.doc = "Changes fields of your profile.",
	.input = &profile_input,
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
	.problems = profile_problems,
	.conflicts = handle_conflicts,
	.tool =
		{
			.name = "update_my_profile",
			.title = "Edit your profile",
			.doc = "Changes your profile. Fields that you omit keep their "
			       "values.",
			.destructive = true,
			.idempotent = true,
			.rank = 110,
		},
};

const struct op op_me_onboard = {
	.name = "me_onboard",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/me/onboarding",
	.summary = "Fill in your profile",
	.doc = "Fills in your profile for the first time, so that other members can find "
	       "you. Later calls edit the profile.",
	.input = &profile_input,
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
	.problems = profile_problems,
	.conflicts = handle_conflicts,
};
