#include "proto/records.h"

const struct text_format_info text_formats[FORMAT_COUNT] = {
	[FORMAT_PLAIN] = {NULL, NULL, "text"},
	[FORMAT_SLUG] = {"^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$", NULL,
		"3 to 40 lower-case letters, digits and hyphens, starting and ending "
		"with a letter or digit"},
	[FORMAT_HANDLE] = {"^[a-z0-9](?:[a-z0-9-]{1,28}[a-z0-9])$", NULL,
		"3 to 30 lower-case letters, digits and hyphens, starting and ending "
		"with a letter or digit"},
	[FORMAT_COLOR] = {"^#[0-9A-Fa-f]{6}$", NULL, "a color as # and six hex digits"},
	[FORMAT_EMAIL] = {NULL, "email", "an e-mail address such as name@example.org"},
	[FORMAT_URI] = {NULL, "uri", "an absolute http or https URL"},
	[FORMAT_TIMEZONE] = {NULL, NULL, "a time zone name such as Europe/Berlin"},
	[FORMAT_LINE] = {NULL, NULL,
		"one line, without control characters, characters that reorder text, or "
		"characters of private use"},
	[FORMAT_NAME] = {NULL, NULL,
		"one line, without control characters, invisible characters, characters "
		"that reorder text, or characters of private use, and no word may mix "
		"Latin letters with Cyrillic or Greek ones"},
	[FORMAT_CURSOR] = {NULL, NULL, "a cursor from `nextCursor`"},
};

const char *const membership_values[] = {"pending", "active", "suspended", NULL};
const char *const platform_role_values[] = {"member", "admin", NULL};
const char *const member_role_values[] = {
	"founder", "operator", "investor", "idea_person", "business_owner", NULL};
const char *const looking_for_values[] = {
	"cofounder", "team", "investors", "talent", "advice", "ideas", NULL};
const char *const profile_visibility_values[] = {"public", "members_only", NULL};
const char *const post_kind_values[] = {"cofounder_wanted", "operator_wanted",
	"seeking_investors", "idea", "hiring", "other", NULL};
static const char *const post_status_values[] = {"open", "closed", NULL};
static const char *const health_values[] = {"ok", "degraded", NULL};
static const char *const database_values[] = {"up", "down", "skipped", NULL};
static const char *const database_part_values[] = {"up", "full", "down", "skipped", NULL};
static const char *const mail_status_values[] = {"verification_sent", NULL};
static const char *const scope_values[] = {"openid", "profile", "network:read",
	"network:write", "offline_access", "admin", NULL};

const struct field slug_element = OUT("slug", TEXT, .format = FORMAT_SLUG, .min = 3,
	.max = 40, .doc = "The slug of an organization.");
const struct field tag_element = OUT("tag", TEXT, .format = FORMAT_LINE, .trimmed = true,
	.min = 1, .max = 40, .doc = "A tag.");
const struct field skill_element = OUT("skill", TEXT, .format = FORMAT_LINE,
	.trimmed = true, .min = 1, .max = 40, .doc = "A skill.");
const struct field member_role_element = OUT("role", ENUM, .values = member_role_values,
	.doc = "A professional role of the member.");
const struct field looking_for_element = OUT("lookingFor", ENUM,
	.values = looking_for_values, .doc = "What the member is looking for.");
const struct field link_element = OUT("link", TEXT, .format = FORMAT_URI, .min = 1,
	.max = 400, .doc = "An http or https URL.");
const struct field scope_element =
	OUT("scope", ENUM, .values = scope_values, .doc = "A scope of a credential.");

#define PART(name) \
	OUT(name, ENUM, .values = database_values, \
		.doc = "`down` if no replica of this service responds.")

static const struct field health_parts_fields[] = {
	OUT("database", ENUM, .values = database_part_values,
		.doc = "`full` if the database has no disk space left for changes, "
		       "`skipped` if no service that could tell responds."),
	PART("identity"),
	PART("orgs"),
	PART("content"),
	PART("projects"),
	PART("events"),
	PART("notifications"),
	PART("media"),
};

static const struct record health_parts_record = {
	.name = "HealthParts",
	.doc = "The state of each part of the instance.",
	.fields = health_parts_fields,
	.count = COUNT_OF(health_parts_fields),
};

static const struct field health_fields[] = {
	OUT("status", ENUM, .values = health_values,
		.doc = "`degraded` if a service or the database does not respond, if the "
		       "database has no disk space, or if a message is more than 15 "
		       "minutes late."),
	OUT("version", TEXT, .doc = "The version of the software."),
	OUT("db", ENUM, .values = database_values, .doc = "The state of the database."),
	OUT("parts", OBJECT, .record = &health_parts_record,
		.doc = "The state of the database and of each service."),
};

const struct record health_record = {
	.name = "Health",
	.doc = "The health of the instance.",
	.fields = health_fields,
	.count = COUNT_OF(health_fields),
};

static const struct field profile_fields[] = {
	OUT("handle", TEXT, .format = FORMAT_HANDLE,
		.doc = "The member's handle, unique in this network."),
	OUT("headline", TEXT, .doc = "A one-line description of the member."),
	OUT("bio", TEXT, .doc = "A longer description of the member."),
	OUT("roles", LIST, .element = &member_role_element,
		.doc = "The professional roles of the member."),
	OUT("skills", LIST, .element = &skill_element, .doc = "The member's skills."),
	OUT("lookingFor", LIST, .element = &looking_for_element,
		.doc = "What the member is looking for."),
	OUT("affiliation", TEXT, .doc = "The member's company, university or group."),
	OUT("program", TEXT,
		.doc = "The member's current or past program, such as an accelerator."),
	OUT("location", TEXT, .doc = "Where the member lives or works."),
	OUT("links", MAP, .element = &link_element,
		.doc = "Links to the member's other pages, by name."),
	OUT("visibility", ENUM, .values = profile_visibility_values,
		.doc = "`public` if the profile has a page that anyone can read; "
		       "`members_only` if only members can read it."),
	OUT("createdAt", INSTANT, .doc = "When the profile was created."),
	OUT("updatedAt", INSTANT, .doc = "When the profile last changed."),
};

static const struct record profile_record = {
	.name = "Profile",
	.doc = "A member's profile.",
	.fields = profile_fields,
	.count = COUNT_OF(profile_fields),
};

#define ACCOUNT_FIELDS \
	OUT("id", IDENTIFIER, .prefix = "usr", .doc = "The member's id."), \
		OUT("email", TEXT, .format = FORMAT_EMAIL, \
			.doc = "The verified e-mail address."), \
		OUT("name", TEXT, .doc = "The member's name."), \
		OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."), \
		OUT("handle", TEXT, .nullable = true, .format = FORMAT_HANDLE, \
			.doc = "Your handle, also before you fill in the profile."), \
		OUT("membershipStatus", ENUM, .values = membership_values, \
			.doc = "The state of the membership; only an `active` member " \
			       "can use the network."), \
		OUT("role", ENUM, .values = platform_role_values, \
			.doc = "The platform role."), \
		OUT("profile", OBJECT, .nullable = true, .record = &profile_record, \
			.doc = "The profile; null until you fill it in for the first " \
			       "time.")

static const struct field account_fields[] = {ACCOUNT_FIELDS};

const struct record account_record = {
	.name = "Account",
	.doc = "Your account.",
	.fields = account_fields,
	.count = COUNT_OF(account_fields),
};

static const struct field verified_account_fields[] = {
	ACCOUNT_FIELDS,
	OUT("passwordNeeded", BOOLEAN,
		.doc = "Whether the account has no password yet, because sign-ups with "
		       "different passwords exist for its address."),
};

const struct record verified_account_record = {
	.name = "VerifiedAccount",
	.doc = "The account whose address was verified.",
	.fields = verified_account_fields,
	.count = COUNT_OF(verified_account_fields),
};

static const struct field session_fields[] = {
	OUT("account", OBJECT, .record = &account_record, .doc = "Your account."),
	OUT("scopes", LIST, .element = &scope_element,
		.doc = "The scopes of the credential."),
	OUT("secondFactor", BOOLEAN,
		.doc = "Whether sign-in to the account requires a second factor."),
	OUT("expiresAt", INSTANT,
		.doc = "When the credential expires; use of a session extends it."),
	OUT("lastVisitAt", INSTANT, .nullable = true,
		.doc = "When you were here before this visit, to ten minutes; null if "
		       "this is the first one."),
};

const struct record session_record = {
	.name = "Session",
	.doc = "The credential of the request and its account.",
	.fields = session_fields,
	.count = COUNT_OF(session_fields),
};

static const struct field signed_in_fields[] = {
	OUT("account", OBJECT, .record = &account_record, .doc = "Your account."),
	OUT("token", TEXT, .nullable = true, .secret = true,
		.doc = "The session token, to send as a bearer token; null if it was set "
		       "as a cookie."),
	OUT("expiresAt", INSTANT, .doc = "When the session expires; use extends it."),
};

const struct record signed_in_record = {
	.name = "SignedIn",
	.doc = "A new session.",
	.fields = signed_in_fields,
	.count = COUNT_OF(signed_in_fields),
};

static const struct field pending_mail_fields[] = {
	OUT("status", ENUM, .values = mail_status_values,
		.doc = "Always the same, whether or not the address has an account."),
};

const struct record pending_mail_record = {
	.name = "PendingMail",
	.doc = "The request was accepted. A mail is sent if the state of the address "
	       "requires one.",
	.fields = pending_mail_fields,
	.count = COUNT_OF(pending_mail_fields),
};

static const struct field admin_member_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The handle; null until the member has a profile."),
	OUT("email", TEXT, .format = FORMAT_EMAIL, .doc = "The member's e-mail address."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("membershipStatus", ENUM, .values = membership_values,
		.doc = "The state of the membership; only an `active` member can use the "
		       "network."),
	OUT("role", ENUM, .values = platform_role_values, .doc = "The platform role."),
	OUT("application", TEXT, .max = 1000,
		.example = "\"Tomás told me about this place.\"",
		.doc = "What the member wrote to the administrators at sign-up."),
	OUT("createdAt", INSTANT, .doc = "When the account was created."),
};

const struct record admin_member_record = {
	.name = "AdminMember",
	.doc = "A member as administrators see them.",
	.fields = admin_member_fields,
	.count = COUNT_OF(admin_member_fields),
};

static const struct field target_org_fields[] = {
	OUT("slug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("name", TEXT, .example = "\"Analytical Engines\"",
		.doc = "The organization's name."),
	OUT("logo", MEDIA, .nullable = true,
		.doc = "The URL of the organization's logo."),
};

static const struct record target_org_record = {
	.name = "TargetOrg",
	.doc = "An organization that an item is published to.",
	.fields = target_org_fields,
	.count = COUNT_OF(target_org_fields),
};

static const struct field targets_fields[] = {
	OUT("orgs", LIST, .record = &target_org_record,
		.doc = "The organizations it is published to, as far as you can see "
		       "them."),
	OUT("public", BOOLEAN, .doc = "Whether every active member can see it."),
};

const struct record targets_record = {
	.name = "Targets",
	.doc = "The audience of an ask or a progress entry.",
	.fields = targets_fields,
	.count = COUNT_OF(targets_fields),
};

static const struct field post_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "post", .doc = "The ask's id."),
	OUT("authorUserId", IDENTIFIER, .prefix = "usr", .doc = "The author's id."),
	OUT("authorHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The author's handle; null for deleted members."),
	OUT("authorName", TEXT, .doc = "The author's name."),
	OUT("authorImage", MEDIA, .nullable = true,
		.doc = "The URL of the author's avatar."),
	OUT("kind", ENUM, .values = post_kind_values, .doc = "The kind of ask."),
	OUT("title", TEXT, .doc = "The title."),
	OUT("body", TEXT, .doc = "The full text."),
	OUT("tags", LIST, .element = &tag_element, .doc = "Keywords."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The URL of the photo."),
	OUT("status", ENUM, .values = post_status_values,
		.doc = "Whether the ask is open. A closed ask cannot be opened again."),
	OUT("expired", BOOLEAN, .doc = "Whether `expiresAt` has passed."),
	OUT("expiresAt", INSTANT, .nullable = true,
		.doc = "When the ask expires and leaves the lists; null if it does not "
		       "expire."),
	OUT("targets", OBJECT, .record = &targets_record,
		.doc = "The audience of the record."),
	OUT("canEdit", BOOLEAN, .doc = "Whether you may edit it."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
};

const struct record post_record = {
	.name = "Post",
	.doc = "An ask: something a member is looking for, published to organizations or "
	       "to every member.",
	.fields = post_fields,
	.count = COUNT_OF(post_fields),
};
