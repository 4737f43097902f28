/*
 * application_fixture.h - applications for organizations, for the tests of orgs.
 */
#ifndef KITH_TEST_APPLICATION_FIXTURE_H
#define KITH_TEST_APPLICATION_FIXTURE_H

#include "tests/handlers/orgs/org_fixture.h"

/* Adds an application for the slug app-<number>, made `number` seconds after a fixed
 * moment. */
static inline void
application_add(unsigned number, unsigned applicant, const char *status)
{
	if (strcmp(status, "approved") == 0)
		scratch_sql("INSERT INTO orgs (id, slug, name) VALUES ('%s', 'app-%u',"
			    " 'App')",
			scratch_uuid_text(number), number);
	scratch_sql(
		"INSERT INTO org_applications (id, applicant_id, slug, name, kind,"
		" description, location, website, applicant_role, message, status,"
		" decided_at, organization_id, created_at) VALUES ('%s', '%s', 'app-%u',"
		" 'App', 'club', 'About', 'Here', 'https://example.org', 'Chair', 'Please',"
		" '%s', CASE WHEN '%s' <> 'pending' THEN now() END,"
		" CASE WHEN '%s' = 'approved' THEN '%s'::uuid END,"
		" timestamptz '2026-01-01 00:00:00Z' + %u * interval '1 second')",
		scratch_uuid_text(number), scratch_uuid_text(applicant), number, status,
		status, status, scratch_uuid_text(number), number);
}

static inline struct scratch_answer
application_call(const struct op_entry *entry, unsigned number)
{
	return people_call(
		entry, PLATFORM_ADMIN, JSON({"id": "%s"}), scratch_id("oapp", number));
}

#endif
