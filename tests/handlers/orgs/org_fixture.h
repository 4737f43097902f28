/*
 * org_fixture.h - an organization and members in every relation to it, for the tests of
 * orgs.
 *
 * Inputs are written with single quotes, which become double ones.
 */
#ifndef KITH_TEST_ORG_FIXTURE_H
#define KITH_TEST_ORG_FIXTURE_H

#include <stdarg.h>

#include "services/orgs/handlers.h"
#include "tests/support/handler_test.h"

/* A write answers with the ETag of this GET, so tests of writes register it too. */
static inline void
org_register_get(void)
{
	static const struct op_entry entry = {&op_org_get, org_get};

	run_register(&entry, 1);
}

/* The callers of every table below, in this order. */
enum person {
	OWNER = 1,
	ADMIN,
	MEMBER,
	STRANGER,
	PLATFORM_ADMIN,
	REQUESTER, /* has a pending request to join organization 10 */
	PERSON_END
};

unsigned people_admin = PLATFORM_ADMIN;

#define org_call people_call

/* The request of REQUESTER, and an organization that does not exist. */
#define REQUEST 100

static inline void
org_request(unsigned number, unsigned org, unsigned member, const char *status)
{
	scratch_sql(
		"INSERT INTO org_join_requests (id, org_id, member_id, message, status,"
		" decided_at, created_at) VALUES ('%s', '%s', '%s', 'Please', '%s',"
		" CASE WHEN '%s' <> 'pending' THEN now() END,"
		" timestamptz '2026-01-01 00:00:00Z' + %u * interval '1 second')",
		scratch_uuid_text(number), scratch_uuid_text(org),
		scratch_uuid_text(member), status, status, number);
}

/* Adds an invitation of the owner, with the token `token`, that ends after `lifetime`. */
static inline void
org_invite(unsigned number, const char *email, const char *role, const char *status,
	const char *token, const char *lifetime)
{
	scratch_sql(
		"INSERT INTO org_invitations (id, org_id, email, by_address, role,"
		" status, hash, invited_by, to_stranger, expires_at, created_at)"
		" VALUES ('%s', '%s', '%s', true, '%s', '%s', sha256('%s'), '%s', false,"
		" now() + interval '%s',"
		" timestamptz '2026-01-01 00:00:00Z' + %u * interval '1 second')",
		scratch_uuid_text(number), scratch_uuid_text(10), email, role, status,
		token, scratch_uuid_text(OWNER), lifetime, number);
}

/* Adds organization 10 with an owner, an admin and a member, and three more people. */
static inline void
org_world(const char *policy)
{
	for (unsigned i = OWNER; i < PERSON_END; i++)
		people_add(i);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(PLATFORM_ADMIN));
	people_add_org(10, "public");
	scratch_sql(
		"UPDATE orgs SET join_policy = '%s', created_at = '2026-01-01 00:00:00Z',"
		" updated_at = '2026-01-01 00:00:00Z'",
		policy);
	people_join_as(10, OWNER, "owner");
	people_join_as(10, ADMIN, "admin");
	people_join_as(10, MEMBER, "member");
	org_request(REQUEST, 10, REQUESTER, "pending");
	org_register_get();
}

/* Expects that all but owners and admins are refused. */
static inline void
org_expect_managers_only(const struct op_entry *entry, const char *json)
{
	static const enum problem expected[PERSON_END] = {
		[MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED,
		[REQUESTER] = PROBLEM_ORG_ROLE_REQUIRED};

	people_expect(entry, json, expected, PERSON_END);
}

/* What must hold of all organizations; the query returns the number of violations. */
#define ORG_AUDIT \
	"SELECT (SELECT count(*) FROM orgs o WHERE NOT EXISTS (SELECT" \
	" FROM org_members v WHERE v.org_id = o.id AND v.role = 'owner'))" \
	" + (SELECT count(*) FROM orgs o WHERE o.member_count <> (SELECT count(*)" \
	" FROM org_members v WHERE v.org_id = o.id))" \
	" + (SELECT count(*) FROM (SELECT FROM org_join_requests" \
	" WHERE status = 'pending' GROUP BY org_id, member_id HAVING count(*) > 1) r)" \
	" + (SELECT count(*) FROM (SELECT FROM org_invitations WHERE status = 'pending'" \
	" GROUP BY org_id, lower(email) HAVING count(*) > 1) i)" \
	" + (SELECT count(*) FROM org_join_requests r JOIN org_members v USING" \
	" (org_id, member_id) WHERE r.status = 'pending')" \
	" + (SELECT count(*) FROM orgs o LEFT JOIN org_slugs s ON s.org_id = o.id" \
	" AND s.former_until IS NULL AND s.slug = o.slug WHERE s.slug IS NULL)" \
	" + (SELECT count(*) FROM org_applications p LEFT JOIN org_slugs s" \
	" ON s.application_id = p.id WHERE (p.status = 'pending') <> (s.slug IS NOT" \
	" NULL))"

static inline void
org_expect_sound(void)
{
	assert_int_equal(people_count(ORG_AUDIT), 0);
}

/* Expects that a constraint of the database refuses a statement. */
static inline void
org_expect_refused_by_database(const char *sql)
{
	scratch_sql(
		"DO $test$ BEGIN BEGIN %s; EXCEPTION WHEN integrity_constraint_violation"
		" THEN RETURN; END; RAISE 'the database takes it'; END $test$",
		sql);
}

/* Joins the strings at a path of each item of a list, with a space after each. */
static inline const char *
org_each(const json_t *items, const char *name)
{
	struct buffer all = {.arena = scratch_arena()};

	for (size_t i = 0; i < json_array_size(items); i++) {
		const char *value = json_string_value(
			json_object_get(json_array_get(items, i), name));

		buffer_append(&all, value, strlen(value));
		buffer_append(&all, " ", 1);
	}
	buffer_append(&all, "", 1);
	return (const char *)all.data;
}

#endif
