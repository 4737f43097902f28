#include "proto/example.h"

#include <string.h>

/* Examples by field name. Each value satisfies the strictest bounds of any field of that
 * name. */
static const struct {
	const char *name, *json;
} by_name[] = {
	/* times */
	{"expiresAt", "\"2027-01-31T17:00:00.000Z\""},
	{"occurredAt", "\"2026-11-14T18:00:00.000Z\""},
	{"startsAt", "\"2026-12-03T18:00:00.000Z\""},
	{"endsAt", "\"2026-12-03T20:00:00.000Z\""},
	{"updatedAt", "\"2026-11-22T08:15:00.000Z\""},
	{"lastUsedAt", "\"2026-11-22T08:15:00.000Z\""},
	{"revokedAt", "null"},
	/* people */
	{"name", "\"Ada Lovelace\""},
	{"authorName", "\"Ada Lovelace\""},
	{"subjectTitle", "\"Ada Lovelace\""},
	{"subjectHandle", "\"ada\""},
	{"invitedByName", "\"Grace Hopper\""},
	{"headline", "\"I build looms that compute\""},
	{"bio",
		"\"Mathematician. I wrote the first program for a machine that was never "
		"built.\""},
	{"affiliation", "\"Analytical Engines Ltd\""},
	{"program", "\"Winter 2026\""},
	{"location", "\"London\""},
	{"userAgent", "\"curl/8.5.0\""},
	{"address", "\"192.0.2.10\""},
	{"password", "\"correct horse battery staple\""},
	{"current", "\"correct horse battery staple\""},
	{"new", "\"a much longer passphrase\""},
	{"totp", "\"123456\""},
	{"application",
		"\"I met two of your members at a fair and would like to join.\""},
	/* organizations, projects and events */
	{"orgName", "\"Analytical Engines\""},
	{"projectName", "\"Difference Engine\""},
	{"description", "\"We build machines that calculate.\""},
	{"summary", "\"A machine that tabulates polynomials.\""},
	{"applicantRole", "\"Founder\""},
	{"cohort", "\"Winter 2026\""},
	{"terms", "\"Desks and mentors for six months.\""},
	{"cancelReason", "\"The hall is flooded.\""},
	{"maskedEmail", "\"a\u2026@example.org\""},
	/* asks, progress entries and messages */
	{"title", "\"Looking for a technical cofounder\""},
	{"body",
		"\"I have a design for a calculating machine and need somebody to build "
		"it with me.\""},
	{"text", "\"We build machines that calculate.\""},
	{"note", "\"The first ten numbers are right.\""},
	{"message", "\"I would like to take part.\""},
	{"reason", "\"Spam in several asks.\""},
	{"tag", "\"hardware\""},
	{"skill", "\"mathematics\""},
	/* searches, codes and tokens */
	{"q", "\"engine\""},
	{"code", "\"GARDEN-7Q4M\""},
	{"inviteCode", "\"GARDEN-7Q4M\""},
	{"token", "\"kith_example_token\""},
	{"clientId", "\"cli_01jd8x6t4vf2k9m3n5p7q8r9s0\""},
	{"client", "\"cli_01jd8x6t4vf2k9m3n5p7q8r9s0\""},
	{"redirectHost", "\"assistant.example\""},
	{"version", "\"0.1.0\""},
	{"secret", "\"JBSWY3DPEHPK3PXP\""},
	{"otpauthUri", "\"otpauth://totp/Kith:ada@example.org?secret=JBSWY3DPEHPK3PXP\""},
	/* ids and enums that some records declare as plain text */
	{"id", "\"usr_01jd8x6t4vf2k9m3n5p7q8r9s0\""},
	{"subjectId", "\"usr_01jd8x6t4vf2k9m3n5p7q8r9s0\""},
	{"contextId", "\"post_01jd8x6t4vf2k9m3n5p7q8r9s0\""},
	{"projectId", "\"proj_01jd8x6t4vf2k9m3n5p7q8r9s0\""},
	{"requestId", "\"01jd8x6t4vf2k9m3n5p7q8r9s0\""},
	{"slug", "\"analytical-engines\""},
	{"orgSlug", "\"analytical-engines\""},
	{"handle", "\"ada-lovelace\""},
	{"type", "\"member\""},
	{"subjectType", "\"member\""},
	{"kind", "\"idea\""},
	{"status", "\"open\""},
	{"role", "\"member\""},
	{"action", "\"member.suspend\""},
	{"credential", "\"session\""},
	{"detail", "\"Spam in several asks.\""},
	{"actor", "\"ada-lovelace\""},
	{"lastError", "\"connection refused\""},
};

static const char *
by_format(enum text_format format)
{
	static const char *const examples[FORMAT_COUNT] = {
		[FORMAT_PLAIN] = NULL,
		[FORMAT_SLUG] = "\"analytical-engines\"",
		[FORMAT_HANDLE] = "\"ada-lovelace\"",
		[FORMAT_COLOR] = "\"#88D1FF\"",
		[FORMAT_EMAIL] = "\"ada@example.org\"",
		[FORMAT_URI] = "\"https://example.org/ada\"",
		[FORMAT_TIMEZONE] = "\"Europe/London\"",
		[FORMAT_LINE] = NULL,
		[FORMAT_NAME] = NULL,
		[FORMAT_CURSOR] = "\"AbCdEf123\"",
	};

	return examples[format];
}

static const char *
by_type(const struct field *field)
{
	switch (field->type) {
	case FIELD_TEXT:
		return by_format(field->format);
	case FIELD_INTEGER:
		return field->fallback != NULL ? field->fallback : "3";
	case FIELD_BOOLEAN:
		return field->fallback != NULL ? field->fallback : "true";
	case FIELD_INSTANT:
		return "\"2026-11-21T09:30:00.000Z\"";
	case FIELD_MEDIA:
		return "\"https://kith.example/media/01jd8x6t4vf2k9m3n5p7q8r9s0\"";
	case FIELD_ENUM:
	case FIELD_IDENTIFIER:
	case FIELD_LIST:
	case FIELD_MAP:
	case FIELD_OBJECT:
	case FIELD_BYTES:
		break;
	}
	return NULL;
}

const char *
example_of(const struct field *field)
{
	bool named = field->type == FIELD_INSTANT ||
		(field->type == FIELD_TEXT && text_format_is_free(field->format));

	if (field->example != NULL)
		return field->example;
	for (size_t i = 0; named && i < COUNT_OF(by_name); i++)
		if (strcmp(by_name[i].name, field->name) == 0)
			return by_name[i].json;
	return by_type(field);
}
