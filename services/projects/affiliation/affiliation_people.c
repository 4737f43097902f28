/*
 * affiliation_people.c - notices and invitations to the people of an affiliation.
 */
#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/projects/affiliation/affiliation.h"

STATEMENT(TELL_TEAM,
	OUTBOX_NOTICE_EACH(
	"SELECT r.member_id FROM affiliations f JOIN project_members r"
	" ON r.project_id = f.project_id AND r.role = 'lead'"
	" JOIN members m ON m.id = r.member_id AND m.status = 'active'"
	" WHERE f.id = $2 AND r.member_id <> $1"));

STATEMENT(TELL_ORG,
	OUTBOX_NOTICE_EACH(
	"SELECT v.member_id FROM affiliations f JOIN org_members v"
	" ON v.org_id = f.org_id AND v.role <> 'member'"
	" JOIN members m ON m.id = v.member_id AND m.status = 'active'"
	" WHERE f.id = $2 AND v.member_id <> $1"));

STATEMENT(FIND_TEAM,
	"SELECT r.member_id AS id FROM project_members r WHERE r.project_id = $1"
	" ORDER BY r.joined_at, r.member_id");

/* The function belongs to the orgs service and applies its rules for invitations. */
STATEMENT(INVITE_TEAM,
	"SELECT i.place::bigint AS place, i.member_id AS id, i.invited, i.email,"
	" COALESCE(a.handle, m.name) AS called, c.name AS inviter, o.name AS org"
	" FROM org_invite_members($2, $1, $3, $4, $5) i"
	" JOIN members m ON m.id = i.member_id LEFT JOIN profiles a ON a.member_id = m.id"
	" JOIN members c ON c.id = $1 JOIN orgs o ON o.id = $2 ORDER BY i.place");

void
affiliation_tell(struct call *call, const struct affiliation *affiliation, bool tell_team,
	enum notice_kind kind)
{
	const struct outbox_notice notice = {.kind = kind, .subject = affiliation->id};

	outbox_notice_each(call, tell_team ? TELL_TEAM : TELL_ORG, &notice);
}

/* One invitation token per member of the roster, and the hash that the database
 * stores. */
struct tokens {
	const char **words;
	uint8_t *hashes;
	size_t count;
};

static struct tokens
make_tokens(struct call *call, size_t count)
{
	struct tokens tokens = {.count = count};

	tokens.words = arena_array(call->arena, count + 1, sizeof(*tokens.words));
	tokens.hashes = arena_array(call->arena, count + 1, HASH_SIZE);
	for (size_t i = 0; i < count; i++) {
		tokens.words[i] = secret_token(call->arena, "");
		secret_hash(tokens.words[i], strlen(tokens.words[i]),
			tokens.hashes + i * HASH_SIZE);
	}
	return tokens;
}

/* Mails an invitation and notifies the member. */
static void
send_invitation(struct call *call, const struct affiliation *affiliation,
	const struct rows *rows, int row, const struct tokens *tokens)
{
	const size_t place = (size_t)row_integer(rows, row, "place") - 1;
	const struct text email = row_text(rows, row, "email");
	const struct text inviter = row_text(rows, row, "inviter");
	const struct text org = row_text(rows, row, "org");
	const struct outbox_notice notice = {
		.kind = NOTICE_ORG_INVITATION,
		.recipient = row_uuid(rows, row, "id"),
		.subject = affiliation->org,
	};

	outbox_invitation(call, &email, tokens->words[place], &inviter, &org);
	outbox_notice(call, &notice);
}

/* An empty list; `items` has `room` elements. */
static struct text_list
new_list(struct call *call, int room, struct text **items)
{
	*items = arena_array(call->arena, (size_t)room + 1, sizeof(**items));
	return (struct text_list){.presence = GIVEN, .items = *items};
}

/* "ada (usr_...)" */
static struct text
name_with_id(struct call *call, const struct rows *rows, int row)
{
	const struct uuid member = row_uuid(rows, row, "id");
	const struct text called = row_text(rows, row, "called");
	char id[ID_TEXT_MAX];

	id_format(id, "usr", &member);
	return arena_text(
		call->arena, arena_printf(call->arena, "%s (%s)", called.data, id));
}

void
affiliation_invite_people(struct call *call, const struct affiliation *affiliation,
	struct text_list *invited, struct text_list *skipped)
{
	const bool unlimited = strcmp(config()->rate_limits.data, "off") == 0;
	struct rows *team = db_query(call, FIND_TEAM, DB_UUID(&affiliation->project));
	struct uuid *ids =
		arena_array(call->arena, (size_t)team->count + 1, sizeof(*ids));
	struct tokens tokens = make_tokens(call, (size_t)team->count);
	struct text_list *named = &call->outcome.invited;
	struct text *in, *out, *names;
	struct rows *rows;

	*invited = new_list(call, team->count, &in);
	*skipped = new_list(call, team->count, &out);
	*named = new_list(call, team->count, &names);
	for (int row = 0; row < team->count; row++)
		ids[row] = row_uuid(team, row, "id");
	rows = db_query(call, INVITE_TEAM, DB_CALLER(call), DB_UUID(&affiliation->org),
		DB_UUIDS(ids, tokens.count),
		DB_BYTES(tokens.hashes, tokens.count * HASH_SIZE), DB_FLAG(unlimited));
	for (int row = 0; row < rows->count; row++) {
		const struct text called = row_text(rows, row, "called");

		if (!row_boolean(rows, row, "invited")) {
			out[skipped->count++] = called;
			continue;
		}
		in[invited->count++] = called;
		names[named->count++] = name_with_id(call, rows, row);
		send_invitation(call, affiliation, rows, row, &tokens);
	}
	call->outcome.reached = invited->count;
}
