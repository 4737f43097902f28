#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "services/orgs/application/org_application.h"
#include "services/orgs/handlers.h"
#include "services/orgs/org/org.h"

STATEMENT(INSERT_APPLICATION,
	"INSERT INTO org_applications (id, applicant_id, slug, name, kind, description,"
	" location, website, applicant_role, message)"
	" VALUES ($2, $1, $3, $4, $5, $6, $7, $8, $9, $10)");

STATEMENT(TELL_ADMINS,
	OUTBOX_NOTICE_EACH(
	"SELECT id FROM members WHERE role = 'admin' AND status = 'active'"
	" AND id <> $1"));

static void
tell_admins(struct call *call, const struct uuid *application)
{
	const struct outbox_notice notice = {
		.kind = NOTICE_ORG_APPLICATION_RECEIVED,
		.subject = *application,
	};

	outbox_notice_each(call, TELL_ADMINS, &notice);
}

/* The slug is reserved for the applicant until the decision. */
enum problem
org_application_create(struct call *call, const void *input)
{
	const struct org_application_create_in *in = input;
	const struct uuid id = id_new();
	enum problem problem = org_check_slug(call, "#/slug", &in->slug);

	if (problem == PROBLEM_NONE)
		problem = org_check_name(call, NULL, &in->name);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, INSERT_APPLICATION, DB_CALLER(call), DB_UUID(&id),
		DB_TEXT(in->slug), DB_TEXT(in->name), DB_TEXT(in->kind),
		DB_TEXT(in->description), DB_TEXT(in->location), DB_TEXT(in->website),
		DB_TEXT(in->applicant_role), DB_TEXT(in->message));
	tell_admins(call, &id);
	return org_application_answer(call, &id);
}
