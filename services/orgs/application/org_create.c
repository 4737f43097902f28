#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "services/orgs/handlers.h"
#include "services/orgs/member/org_member.h"
#include "services/orgs/org/org.h"

STATEMENT(INSERT_ORG,
	"INSERT INTO orgs (id, slug, name, kind, visibility, join_policy, description,"
	" accent, location, website)"
	" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");

/* For platform administrators; the caller becomes the owner. */
enum problem
org_create(struct call *call, const void *input)
{
	const struct org_create_in *in = input;
	const struct uuid id = id_new();
	enum problem problem = org_check_slug(call, "#/slug", &in->slug);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, INSERT_ORG, DB_UUID(&id), DB_TEXT(in->slug), DB_TEXT(in->name),
		DB_TEXT(in->kind), DB_TEXT(in->visibility), DB_TEXT(in->join_policy),
		DB_TEXT(in->description), DB_TEXT(in->accent), DB_TEXT(in->location),
		DB_TEXT(in->website));
	org_member_add(call, &id, &call->principal.member, "owner");
	audit_write(call, AUDIT_ORG_CREATE, &id);
	return org_answer(call, &id);
}
