/*
 * account_export.c - everything held about the caller.
 *
 * One statement for each list; a service that keeps something of members adds its own. What
 * others wrote, and the hashes of secrets, are not the member's data and stay out.
 *
 * A member may have more than a message holds. So the answer comes in parts, each of them one
 * snapshot. A list is read in the order in which its rows were made, from where the part before
 * ended, so that no row is left out or comes twice whatever happens between two parts.
 */
#include "services/identity/account/account_export.h"

#include "common/call/cursor.h"
#include "common/db/db.h"
#include "services/identity/credentials/credential.h"
#include "services/identity/credentials/credential_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/members/account_sql.h"

/* A part ends with the first rows beyond it. */
#define PART_BYTES ((size_t)256 * 1024)

/* The rows of member $1 after ($2, $3) in the order of (time, id), at most $4. */
#define FROM_PLACE(time, id) \
	" AND (" time ", " id ") > (COALESCE($2, '-infinity'::timestamptz)," \
	" COALESCE($3, '00000000-0000-0000-0000-000000000000'::uuid))" \
	" ORDER BY " time ", " id " LIMIT $4"
#define PLACE(time, id) time " AS place_at, " id " AS place_id, "

static const char ACCOUNT[] = "SELECT now() AS \"exportedAt\", " ACCOUNT_COLUMNS(
	"account.") ","
		    " m.application AS \"details.application\","
		    " m.email_verified_at AS \"details.emailVerifiedAt\","
		    " m.created_at AS \"details.createdAt\","
		    " m.password_hash IS NOT NULL AS \"details.hasPassword\","
		    " (SELECT t.confirmed_at FROM totp t WHERE t.member_id = m.id)"
		    " AS \"details.secondFactorSince\""
		    " FROM " ACCOUNT_TABLES " WHERE m.id = $1 AND m.former_at IS NULL";

static const char CREDENTIALS[] = "SELECT " PLACE("c.created_at",
	"c.id") "c.kind, c.name, c.client,"
		" " CREDENTIAL_SCOPE_NAMES(
			"c.scopes") " AS scopes, c.user_agent AS \"userAgent\","
				    " c.address, c.created_at AS \"createdAt\", c.last_used_at AS \"lastUsedAt\","
				    " c.expires_at AS \"expiresAt\", c.revoked_at AS \"revokedAt\""
				    " FROM credentials c WHERE c.member_id = $1" FROM_PLACE(
					    "c.created_at", "c.id");

static const char ORGANIZATIONS[] = "SELECT " PLACE("r.joined_at",
	"r.org_id") "o.slug, o.name, r.role,"
		    " r.joined_at AS \"joinedAt\" FROM org_members r JOIN orgs o ON o.id = r.org_id"
		    " WHERE r.member_id = $1" FROM_PLACE("r.joined_at", "r.org_id");

static const char APPLICATIONS[] = "SELECT " PLACE("created_at",
	"id") "slug, name, kind, description, location,"
	      " website, applicant_role AS \"applicantRole\", message, status, reason,"
	      " created_at AS \"createdAt\" FROM org_applications WHERE applicant_id = $1" FROM_PLACE(
		      "created_at", "id");

static const char JOIN_REQUESTS[] = "SELECT " PLACE("r.created_at",
	"r.id") "o.slug AS \"orgSlug\", r.message, r.status,"
		" r.created_at AS \"createdAt\" FROM org_join_requests r JOIN orgs o ON o.id = r.org_id"
		" WHERE r.member_id = $1" FROM_PLACE("r.created_at", "r.id");

static const char INVITATIONS[] = "SELECT " PLACE("i.created_at",
	"i.id") "o.slug AS \"orgSlug\", i.role, i.status,"
		" i.created_at AS \"createdAt\" FROM members m"
		" JOIN org_invitations i ON lower(i.email) = lower(m.email)"
		" JOIN orgs o ON o.id = i.org_id WHERE m.id = $1" FROM_PLACE(
			"i.created_at", "i.id");

static const char POSTS[] = "SELECT " PLACE("p.created_at",
	"p.id") "p.id, p.kind, p.title, p.body, p.tags,"
		" p.photo, p.status, p.is_public AS public, ARRAY(SELECT o.slug FROM post_targets t"
		" JOIN orgs o ON o.id = t.org_id WHERE t.post_id = p.id ORDER BY o.slug) AS orgs,"
		" p.expires_at AS \"expiresAt\", p.created_at AS \"createdAt\","
		" p.updated_at AS \"updatedAt\""
		" FROM posts p WHERE p.author_id = $1" FROM_PLACE("p.created_at", "p.id");

static const char PROGRESS[] = "SELECT " PLACE("p.created_at",
	"p.id") "p.id, p.kind, p.title, p.note,"
		" p.project_id AS \"projectId\", p.photo, p.is_public AS public,"
		" ARRAY(SELECT o.slug FROM progress_targets t JOIN orgs o ON o.id = t.org_id"
		" WHERE t.progress_id = p.id ORDER BY o.slug) AS orgs,"
		" p.occurred_at AS \"occurredAt\", p.created_at AS \"createdAt\","
		" p.updated_at AS \"updatedAt\""
		" FROM progress p WHERE p.author_id = $1" FROM_PLACE(
			"p.created_at", "p.id");

static const char PROJECTS[] = "SELECT " PLACE("r.joined_at",
	"r.project_id") "p.id, p.name, r.role, r.title,"
			" r.joined_at AS \"joinedAt\" FROM project_members r JOIN projects p"
			" ON p.id = r.project_id WHERE r.member_id = $1" FROM_PLACE(
				"r.joined_at", "r.project_id");

static const char REPORTS[] = "SELECT " PLACE("created_at",
	"id") "subject_type AS \"subjectType\", reason, status,"
	      " created_at AS \"createdAt\" FROM reports WHERE reporter = $1" FROM_PLACE(
		      "created_at", "id");

static const char NOTIFICATIONS[] = "SELECT " PLACE("created_at",
	"id") "kind, subject_type AS \"subjectType\","
	      " created_at AS \"createdAt\", read_at AS \"readAt\""
	      " FROM inbox WHERE recipient = $1" FROM_PLACE("created_at", "id");

static const char AUDIT[] = "SELECT " PLACE("at",
	"id") "at, action, credential_kind AS credential,"
	      " detail ->> 'address' AS address FROM audit WHERE actor = $1" FROM_PLACE(
		      "at", "id");

/* A list is read in pieces of so many rows, which are 256 KiB at most: what its columns may hold
 * decides. */
struct list {
	const char *field;
	const char *sql;
	int rows;
};

static const struct list LISTS[] = {
	{"credentials", CREDENTIALS, 50},
	{"organizations", ORGANIZATIONS, 400},
	{"orgApplications", APPLICATIONS, 10},
	{"joinRequests", JOIN_REQUESTS, 100},
	{"invitations", INVITATIONS, 1000},
	{"posts", POSTS, 12},
	{"progress", PROGRESS, 20},
	{"projects", PROJECTS, 300},
	{"reports", REPORTS, 50},
	{"notifications", NOTIFICATIONS, 1000},
	{"audit", AUDIT, 1000},
};

/* The list's letter, and a cursor of its own unless it begins. */
static const char *
write_place(struct call *call, const struct account_export_place *place)
{
	call->list_digest[0] = (uint8_t)place->list;
	return arena_printf(call->arena, "%c%s", (int)('a' + place->list),
		place->after.given ? cursor_encode(call, &place->after) : "");
}

bool
account_export_read_place(
	struct call *call, const struct text *text, struct account_export_place *place)
{
	const struct text cursor = {
		.presence = GIVEN, .size = text->size - 1, .data = text->data + 1};

	*place = (struct account_export_place){.list = (size_t)(text->data[0] - 'a')};
	call->list_digest[0] = (uint8_t)place->list;
	return place->list < COUNT_OF(LISTS) &&
		(cursor.size == 0 || cursor_decode(call, cursor, &place->after));
}

/* Adds a piece of the list and moves on. */
static void
add_piece(struct call *call, struct reply_part *part, struct account_export_place *place)
{
	const struct list *list = &LISTS[place->list];
	const struct page_position *after = &place->after;
	const struct instant at = {after->given ? GIVEN : ABSENT, after->sort};
	const struct identifier id = {after->given ? GIVEN : ABSENT, after->id};
	struct rows *rows = db_query(call, list->sql, DB_UUID(&call->principal.member),
		DB_INSTANT(at), DB_ID(id), DB_NUMBER(list->rows));

	reply_part_list(part, list->field, rows);
	if (rows->count < list->rows) {
		*place = (struct account_export_place){.list = place->list + 1};
		return;
	}
	place->after = (struct page_position){
		.given = true,
		.sort = row_instant_us(rows, rows->count - 1, "place_at"),
		.id = row_uuid(rows, rows->count - 1, "place_id"),
	};
}

enum problem
account_export_go_on(
	struct call *call, struct reply_part *part, struct account_export_place place)
{
	while (place.list < COUNT_OF(LISTS) && call->reply.size < PART_BYTES)
		add_piece(call, part, &place);
	return reply_part_end(
		part, place.list < COUNT_OF(LISTS) ? write_place(call, &place) : NULL);
}

/* The first part: the account itself, and as many rows as it has room for. */
enum problem
account_export(struct call *call, const void *input)
{
	enum problem problem = credential_require_own(call);
	struct reply_part part;
	struct rows *account;

	(void)input;
	if (problem != PROBLEM_NONE)
		return problem;
	account = db_query(call, ACCOUNT, DB_UUID(&call->principal.member));
	if (account->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	part = reply_part_begin(call);
	reply_part_fields(&part, account, 0);
	return account_export_go_on(
		call, &part, (struct account_export_place){.list = 0});
}
