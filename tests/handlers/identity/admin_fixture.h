/*
 * admin_fixture.h - calls of administrators.
 */
#ifndef KITH_TEST_ADMIN_FIXTURE_H
#define KITH_TEST_ADMIN_FIXTURE_H

#include "tests/handlers/identity/identity_fixture.h"

static inline void
admin_add(unsigned number)
{
	people_add(number);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(number));
}

static inline struct scratch_answer
admin_call(unsigned admin, struct op_entry entry, const char *json)
{
	const struct uuid id = scratch_uuid(admin);
	const struct principal principal = scratch_admin(&id);

	return scratch_call(&entry, &principal, json);
}

/* Counts the audit entries of an act on a member. */
static inline long
audit_count(const char *action, unsigned actor, unsigned subject)
{
	return people_count(
		"SELECT count(*) FROM audit WHERE action = '%s' AND actor = '%s'"
		" AND subject_type = 'member' AND subject_id = '%s'"
		" AND credential_kind = 'session' AND request_id = 'test'",
		action, scratch_uuid_text(actor), scratch_uuid_text(subject));
}

#endif
