/*
 * account_export.c - everything held about the caller, in one snapshot.
 *
 * One statement for each list; a service that keeps something of members adds its own. What
 * others wrote, and the hashes of secrets, are not the member's data and stay out.
 */
#include "common/db.h"
#include "common/reply.h"
#include "services/identity/account_sql.h"
#include "services/identity/credential.h"
#include "services/identity/credential_sql.h"
#include "services/identity/handlers.h"

static const char ACCOUNT[] = "SELECT m.id, now() AS \"exportedAt\", " ACCOUNT_COLUMNS(
	"account.") ","
		    " m.application AS \"details.application\","
		    " m.email_verified_at AS \"details.emailVerifiedAt\","
		    " m.created_at AS \"details.createdAt\","
		    " m.password_hash IS NOT NULL AS \"details.hasPassword\","
		    " (SELECT t.confirmed_at FROM totp t WHERE t.member_id = m.id)"
		    " AS \"details.secondFactorSince\""
		    " FROM " ACCOUNT_TABLES " WHERE m.id = $1";

static const char CREDENTIALS[] =
	"SELECT c.member_id AS member, c.kind, c.name, c.client,"
	" " CREDENTIAL_SCOPE_NAMES(
		"c.scopes") " AS scopes, c.user_agent AS \"userAgent\","
			    " c.address, c.created_at AS \"createdAt\", c.last_used_at AS \"lastUsedAt\","
			    " c.expires_at AS \"expiresAt\", c.revoked_at AS \"revokedAt\""
			    " FROM credentials c WHERE c.member_id = $1 ORDER BY c.created_at, c.id";

static const char ORGANIZATIONS[] =
	"SELECT r.member_id AS member, o.slug, o.name, r.role, r.joined_at AS \"joinedAt\""
	" FROM org_members r JOIN orgs o ON o.id = r.org_id"
	" WHERE r.member_id = $1 ORDER BY o.slug";

static const char APPLICATIONS[] =
	"SELECT applicant_id AS member, slug, name, kind, description, location, website,"
	" applicant_role AS \"applicantRole\", message, status, reason,"
	" created_at AS \"createdAt\""
	" FROM org_applications WHERE applicant_id = $1 ORDER BY created_at, id";

static const char JOIN_REQUESTS[] =
	"SELECT r.member_id AS member, o.slug AS \"orgSlug\", r.message, r.status,"
	" r.created_at AS \"createdAt\" FROM org_join_requests r JOIN orgs o ON o.id = r.org_id"
	" WHERE r.member_id = $1 ORDER BY r.created_at, r.id";

static const char INVITATIONS[] =
	"SELECT m.id AS member, o.slug AS \"orgSlug\", i.role, i.status,"
	" i.created_at AS \"createdAt\" FROM members m"
	" JOIN org_invitations i ON lower(i.email) = lower(m.email)"
	" JOIN orgs o ON o.id = i.org_id WHERE m.id = $1 ORDER BY i.created_at, i.id";

static const char POSTS[] =
	"SELECT p.author_id AS member, p.id, p.kind, p.title, p.body, p.tags, p.photo,"
	" p.status, p.is_public AS public, ARRAY(SELECT o.slug FROM post_targets t"
	" JOIN orgs o ON o.id = t.org_id WHERE t.post_id = p.id ORDER BY o.slug) AS orgs,"
	" p.expires_at AS \"expiresAt\", p.created_at AS \"createdAt\","
	" p.updated_at AS \"updatedAt\""
	" FROM posts p WHERE p.author_id = $1 ORDER BY p.created_at, p.id";

static const char PROGRESS[] =
	"SELECT p.author_id AS member, p.id, p.kind, p.title, p.note,"
	" p.project_id AS \"projectId\", p.photo, p.is_public AS public,"
	" ARRAY(SELECT o.slug FROM progress_targets t JOIN orgs o ON o.id = t.org_id"
	" WHERE t.progress_id = p.id ORDER BY o.slug) AS orgs,"
	" p.occurred_at AS \"occurredAt\", p.created_at AS \"createdAt\","
	" p.updated_at AS \"updatedAt\""
	" FROM progress p WHERE p.author_id = $1 ORDER BY p.created_at, p.id";

static const char PROJECTS[] =
	"SELECT r.member_id AS member, p.id, p.name, r.role, r.title,"
	" r.joined_at AS \"joinedAt\" FROM project_members r JOIN projects p"
	" ON p.id = r.project_id WHERE r.member_id = $1 ORDER BY r.joined_at, p.id";

static const char REPORTS[] =
	"SELECT reporter AS member, subject_type AS \"subjectType\", reason, status,"
	" created_at AS \"createdAt\" FROM reports WHERE reporter = $1"
	" ORDER BY created_at, id";

static const char NOTIFICATIONS[] =
	"SELECT recipient AS member, kind, subject_type AS \"subjectType\","
	" created_at AS \"createdAt\", read_at AS \"readAt\""
	" FROM inbox WHERE recipient = $1 ORDER BY created_at, id";

static const char AUDIT[] =
	"SELECT actor AS member, at, action, credential_kind AS credential,"
	" detail ->> 'address' AS address FROM audit WHERE actor = $1 ORDER BY at, id";

struct part {
	const char *field;
	const char *sql;
};

static const struct part PARTS[] = {
	{"credentials", CREDENTIALS},
	{"organizations", ORGANIZATIONS},
	{"orgApplications", APPLICATIONS},
	{"joinRequests", JOIN_REQUESTS},
	{"invitations", INVITATIONS},
	{"posts", POSTS},
	{"progress", PROGRESS},
	{"projects", PROJECTS},
	{"reports", REPORTS},
	{"notifications", NOTIFICATIONS},
	{"audit", AUDIT},
};

enum problem
account_export(struct call *call, const void *input)
{
	const struct uuid *member = &call->principal.member;
	struct reply_children children[COUNT_OF(PARTS)];
	const struct reply_parts parts = {
		.children = children, .child_count = COUNT_OF(PARTS)};
	enum problem problem = credential_require_own(call);
	struct rows *account;

	(void)input;
	if (problem != PROBLEM_NONE)
		return problem;
	account = db_query(call, ACCOUNT, DB_UUID(member));
	if (account->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	for (size_t i = 0; i < COUNT_OF(PARTS); i++)
		children[i] = (struct reply_children){PARTS[i].field,
			db_query(call, PARTS[i].sql, DB_UUID(member)), "member"};
	return reply_row(call, account, 0, &parts);
}
