#include "proto/identity/members.h"

#include "proto/identity/fields.h"
#include "proto/records.h"

/* ---- records ---- */

static const struct field actor_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The member's handle; null for deleted members."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
};

const struct record actor_record = {
	.name = "Actor",
	.doc = "A member in brief.",
	.fields = actor_fields,
	.count = COUNT_OF(actor_fields),
};

#define MEMBER_CARD_FIELDS \
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."), \
		OUT("handle", TEXT, .format = FORMAT_HANDLE, \
			.doc = "The member's handle, unique in this network."), \
		OUT("name", TEXT, .doc = "The member's name."), \
		OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."), \
		OUT("headline", TEXT, .doc = "A one-line description of the member."), \
		OUT("roles", LIST, .element = &member_role_element, \
			.doc = "The professional roles of the member."), \
		OUT("skills", LIST, .element = &skill_element, \
			.doc = "The member's skills."), \
		OUT("lookingFor", LIST, .element = &looking_for_element, \
			.doc = "What the member is looking for."), \
		OUT("affiliation", TEXT, \
			.doc = "The member's company, university or group."), \
		OUT("location", TEXT, .doc = "Where the member lives or works.")

static const char *const reason_values[] = {"name", "handle", "headline", "bio", "roles",
	"skills", "lookingFor", "affiliation", "program", "location", NULL};
static const struct field reason_element = OUT("reason", ENUM, .values = reason_values,
	.doc = "A field of the profile that matched.");

static const struct field member_card_fields[] = {
	MEMBER_CARD_FIELDS,
	OUT("reasons", LIST, .element = &reason_element,
		.doc = "The fields of the profile that match a word of `q`; empty "
		       "without `q`."),
};

static const struct record member_card_record = {
	.name = "MemberCard",
	.doc = "A member as others see it in lists.",
	.fields = member_card_fields,
	.count = COUNT_OF(member_card_fields),
};

static const struct field shared_org_fields[] = {
	OUT("slug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("name", TEXT, .example = "\"Analytical Engines\"",
		.doc = "The organization's name."),
	OUT("logo", MEDIA, .nullable = true,
		.doc = "The URL of the organization's logo."),
};

static const struct record shared_org_record = {
	.name = "SharedOrg",
	.doc = "An organization of which both members are members.",
	.fields = shared_org_fields,
	.count = COUNT_OF(shared_org_fields),
};

#define MEMBER_MORE_FIELDS \
	OUT("bio", TEXT, .doc = "A longer description of the member."), \
		OUT("program", TEXT, \
			.doc = "The member's current or past program, such as an " \
			       "accelerator."), \
		OUT("links", MAP, .element = &link_element, \
			.doc = "Links to the member's other pages, by name."), \
		OUT("createdAt", INSTANT, .doc = "When the profile was created.")

static const struct field member_view_fields[] = {
	MEMBER_CARD_FIELDS,
	MEMBER_MORE_FIELDS,
	OUT("visibility", ENUM, .values = profile_visibility_values,
		.doc = "`public` if the profile has a page that anyone can read; "
		       "`members_only` if only members can read it."),
	OUT("sharedOrgs", LIST, .record = &shared_org_record,
		.doc = "The organizations of which you are a member, too."),
};

static const struct record member_view_record = {
	.name = "Member",
	.doc = "A member as other members see them.",
	.fields = member_view_fields,
	.count = COUNT_OF(member_view_fields),
};

static const struct field public_member_fields[] = {
	MEMBER_CARD_FIELDS,
	MEMBER_MORE_FIELDS,
};

static const struct record public_member_record = {
	.name = "PublicMember",
	.doc = "A member as everybody sees them.",
	.fields = public_member_fields,
	.count = COUNT_OF(public_member_fields),
};

const char *const report_subject_values[] = {
	"member", "org", "post", "progress", "project", "event", "intro", NULL};
static const char *const report_status_values[] = {"open", "resolved", NULL};

static const struct field report_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "rep", .doc = "The report's id."),
	OUT("reporter", OBJECT, .nullable = true, .record = &actor_record,
		.doc = "The reporter; null after the deletion of the account."),
	OUT("subjectType", ENUM, .values = report_subject_values,
		.doc = "The type of the reported record."),
	OUT("subjectId", TEXT, .doc = "The id of the record."),
	OUT("subjectTitle", TEXT, .nullable = true,
		.doc = "The title or name of the record; null for an introduction, and "
		       "after the record was deleted."),
	OUT("subjectHandle", TEXT, .nullable = true,
		.doc = "The handle of the member, or the slug of the organization, that "
		       "was reported."),
	OUT("subjectAuthor", OBJECT, .nullable = true, .record = &actor_record,
		.doc = "The member who wrote the record, hosts the event, leads the "
		       "project, or was reported; null for an organization, and after "
		       "the record was deleted."),
	OUT("reason", TEXT, .doc = "The reason that the reporter gave."),
	OUT("status", ENUM, .values = report_status_values,
		.doc = "`resolved` after an administrator has dealt with it."),
	OUT("createdAt", INSTANT, .doc = "When it was reported."),
	OUT("resolvedAt", INSTANT, .nullable = true, .doc = "When it was resolved."),
};

const struct record report_record = {
	.name = "Report",
	.doc = "A report of a member or an item to the administrators.",
	.fields = report_fields,
	.count = COUNT_OF(report_fields),
};

/* ---- searching ---- */

static const enum problem search_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};
static const enum problem member_problems[] = {PROBLEM_MEMBER_NOT_FOUND, PROBLEM_NONE};

static const struct field place_element = OUT("place", TEXT, .min = 1, .max = 80,
	.example = "\"Lisbon\"",
	.doc = "Words of the location, all of which must match; the last one may be a "
	       "beginning.");

static const struct field member_search_in_fields[] = {
	IN(struct member_search_in, q, "q", TEXT, .max = 120,
		.doc = "Words of the profile, any of which may match."),
	IN(struct member_search_in, roles, "roles", LIST, .element = &member_role_element,
		.max = 5, .doc = "Members with any of these roles."),
	IN(struct member_search_in, looking_for, "lookingFor", LIST,
		.element = &looking_for_element, .max = 6,
		.doc = "Members who look for any of these."),
	IN(struct member_search_in, skills, "skills", LIST, .element = &skill_element,
		.max = 30, .doc = "Members with any of these skills."),
	IN(struct member_search_in, affiliation, "affiliation", TEXT, .max = 120,
		.doc = "Part of the member's company, university or group."),
	IN(struct member_search_in, location, "location", LIST, .element = &place_element,
		.max = 5, .doc = "Members at any of these places, by words."),
	IN(struct member_search_in, org, "org", TEXT, .format = FORMAT_SLUG, .min = 3,
		.max = 40, .missing = PROBLEM_ORG_NOT_FOUND,
		.doc = "The slug of one of your organizations: finds only its members."),
	PAGE_FIELDS(struct member_search_in),
};

static const struct record member_search_input =
	INPUT_RECORD(member_search_in, "The search criteria.");

const struct op op_member_search = {
	.name = "member_search",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/members",
	.summary = "Search members",
	.doc = "Searches active members by their profiles. All given criteria must "
	       "match; of the words and of a list, one must match. Members who match "
	       "more words come first, then the newest. Accents, case and apostrophes "
	       "do not matter.",
	.input = &member_search_input,
	.output = &member_card_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.problems = search_problems,
	.tool =
		{
			.name = "search_members",
			.title = "Search members",
			.doc = "Finds active members by words, roles, skills and what "
			       "they look for. Of several words, one must match; members "
			       "with most matches come first. All filters must match.",
			.read_only = true,
			.idempotent = true,
			.rank = 3,
		},
};

static const struct field member_get_in_fields[] = {
	IN(struct member_get_in, handle, "handle", TEXT, .required = true,
		.format = FORMAT_HANDLE, .min = 3, .max = 30,
		.missing = PROBLEM_MEMBER_NOT_FOUND, .doc = "The member's handle."),
};

static const struct record member_get_input = INPUT_RECORD(member_get_in, "The member.");

const struct op op_member_get = {
	.name = "member_get",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/members/{handle}",
	.summary = "Read a member's profile",
	.doc = "Reads the profile of an active member. It does not contain the e-mail "
	       "address.",
	.input = &member_get_input,
	.output = &member_view_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = member_problems,
	.tool =
		{
			.name = "get_member",
			.title = "Read a member's profile",
			.doc = "Reads the profile of an active member.",
			.read_only = true,
			.idempotent = true,
			.rank = 7,
		},
};

const struct op op_member_public_get = {
	.name = "member_public_get",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/public/members/{handle}",
	.summary = "Read a public profile",
	.doc = "Reads the profile of an active member whose `visibility` is `public`. "
	       "Anyone can read it, without a credential.",
	.input = &member_get_input,
	.output = &public_member_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = member_problems,
};

static const struct field network_search_in_fields[] = {
	IN(struct network_search_in, query, "query", TEXT, .required = true, .min = 1,
		.max = 120, .trimmed = true, .example = "\"engine\"",
		.doc = "Words that must all occur; the last may be a beginning."),
};

static const struct record network_search_input =
	INPUT_RECORD(network_search_in, "The words to search for.");

static const struct field search_result_fields[] = {
	OUT("id", TEXT, .example = "\"kith://people/ada-lovelace\"",
		.doc = "The id for the tool `fetch`, which is also its resource URI."),
	OUT("title", TEXT, .doc = "The name or title of the record."),
	OUT("url", TEXT, .format = FORMAT_URI,
		.doc = "The page of the record, for a person to open."),
};

static const struct record search_result_record = {
	.name = "SearchResult",
	.doc = "A search result.",
	.fields = search_result_fields,
	.count = COUNT_OF(search_result_fields),
};

static const struct field search_results_fields[] = {
	OUT("results", LIST, .record = &search_result_record,
		.doc = "The results, grouped by type, newest first."),
};

static const struct record search_results_record = {
	.name = "SearchResults",
	.doc = "The results of a search.",
	.fields = search_results_fields,
	.count = COUNT_OF(search_results_fields),
};

/* A tool only: REST has a list for each type. */
const struct op op_network_search = {
	.name = "network_search",
	.service = SERVICE_IDENTITY,
	.summary = "Search the network",
	.doc = "Searches members, organizations, open asks, active projects and upcoming "
	       "events by words, which must all occur. It does not find progress "
	       "entries, closed or expired asks, archived projects and past events.",
	.input = &network_search_input,
	.output = &search_results_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.tool =
		{
			.name = "search",
			.title = "Search the network",
			.doc = "Searches members, organizations, open asks, active "
			       "projects and upcoming events by words, which must all "
			       "occur. It does not find progress entries: use "
			       "list_progress. Read a result with fetch.",
			.read_only = true,
			.idempotent = true,
			.rank = 4,
		},
};

/* ---- reporting ---- */

static const enum problem report_problems[] = {PROBLEM_MEMBER_NOT_FOUND,
	PROBLEM_ORG_NOT_FOUND, PROBLEM_POST_NOT_FOUND, PROBLEM_PROGRESS_NOT_FOUND,
	PROBLEM_PROJECT_NOT_FOUND, PROBLEM_EVENT_NOT_FOUND, PROBLEM_INTRO_NOT_FOUND,
	PROBLEM_RATE_LIMITED, PROBLEM_NONE};

static const struct field report_create_in_fields[] = {
	IN(struct report_create_in, subject_type, "subjectType", ENUM, .required = true,
		.values = report_subject_values, .doc = "The type of the record."),
	IN(struct report_create_in, subject_id, "subjectId", TEXT, .required = true,
		.min = 1, .max = 40,
		.doc = "The record's id; of a member, the `userId`."),
	IN(struct report_create_in, reason, "reason", TEXT, .required = true, .min = 1,
		.max = 1000, .doc = "The reason, for the administrators."),
};

static const struct hint report_hints[] = {
	{PROBLEM_VALIDATION_FAILED, NULL, NULL,
		"Correct the fields that `errors` lists. The id of a member is the "
		"`userId`."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

static const struct record report_create_input =
	INPUT_RECORD(report_create_in, "The record that you report and the reason.");

const struct op op_report_create = {
	.name = "report_create",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/reports",
	.summary = "Report a member or an item",
	.doc = "Reports a member or an item to the administrators. If you already have "
	       "an open report about it, that report is returned.",
	.input = &report_create_input,
	.output = &report_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = report_problems,
	.hints = report_hints,
	.tool =
		{
			.name = "report",
			.title = "Report a member or an item",
			.doc = "Reports a member or an item, such as spam, to the "
			       "administrators.",
			.rank = 141,
		},
};
