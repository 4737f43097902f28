#include "services/identity/invites/invite.h"

#include "common/base/id.h"
#include "common/db/db.h"

/* Reservations released by one statement. */
#define BATCH_ROWS 10000

#define ADMITS \
	"revoked_at IS NULL AND uses < max_uses AND (expires_at IS NULL" \
	" OR expires_at > now())"

/* A code stays valid for an address that has reserved its last use. */
STATEMENT(IS_VALID,
	"SELECT FROM invite_codes c WHERE code = $1 AND revoked_at IS NULL AND (" ADMITS
	" OR EXISTS (SELECT FROM invite_holds h JOIN members m ON m.id = h.member_id"
	" WHERE h.code = c.code AND lower(m.email) = lower($2)))");

STATEMENT(FIND_HOLD,
	"SELECT h.id FROM invite_holds h JOIN invite_codes c ON c.code = h.code"
	" WHERE h.member_id = $1 AND h.code = $2 AND c.revoked_at IS NULL"
	" ORDER BY h.taken_at DESC LIMIT 1");

STATEMENT(RESERVE,
	"WITH taken AS (UPDATE invite_codes SET uses = uses + 1"
	" WHERE code = $1 AND " ADMITS " RETURNING code)"
	" INSERT INTO invite_holds (id, code, member_id) SELECT $2, code, $3 FROM taken");

/* A revoked code admits nobody, even with a reserved use. */
STATEMENT(REDEEM,
	"DELETE FROM invite_holds h USING invite_codes c WHERE h.id = $1"
	" AND h.member_id = $2 AND c.code = h.code AND c.revoked_at IS NULL");

STATEMENT(USE_PERMANENTLY,
	"UPDATE invite_codes SET uses = uses + 1 WHERE code = $1 AND " ADMITS);

/* Returns the uses of the deleted reservations `gone` to their codes. */
#define RETURN_USES \
	SQL(" given AS (UPDATE invite_codes c SET uses = c.uses - g.count FROM" \
		" (SELECT code, count(*)::integer AS count FROM gone GROUP BY code) g" \
		" WHERE c.code = g.code)" \
		" SELECT count(*) AS count FROM gone")

STATEMENT(RELEASE,
	"WITH gone AS (DELETE FROM invite_holds WHERE member_id = $1 RETURNING code),"
	RETURN_USES);

STATEMENT(RELEASE_OLD,
	"WITH gone AS (DELETE FROM invite_holds WHERE id = ANY (ARRAY(SELECT id"
	" FROM invite_holds WHERE taken_at <= now() - interval '24 hours'"
	" ORDER BY taken_at LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING code),"
	RETURN_USES);

bool
invite_valid(struct call *call, const struct text *code, const struct text *email)
{
	return db_query(call, IS_VALID, DB_TEXT(*code), DB_TEXT(*email))->count == 1;
}

struct identifier
invite_find_hold(struct call *call, const struct uuid *member, const struct text *code)
{
	struct rows *rows = db_query(call, FIND_HOLD, DB_UUID(member), DB_TEXT(*code));

	if (rows->count == 0)
		return (struct identifier){.presence = ABSENT};
	return (struct identifier){GIVEN, row_uuid(rows, 0, "id")};
}

struct identifier
invite_reserve(struct call *call, const struct uuid *member, const struct text *code)
{
	struct identifier hold = {.uuid = id_new()};

	if (db_query(call, RESERVE, DB_TEXT(*code), DB_UUID(&hold.uuid), DB_UUID(member))
			->affected == 1)
		hold.presence = GIVEN;
	return hold;
}

bool
invite_redeem(struct call *call, const struct uuid *member, const struct identifier *hold,
	const struct text *code)
{
	bool redeemed =
		db_query(call, REDEEM, DB_ID(*hold), DB_UUID(member))->affected == 1;

	if (!redeemed)
		redeemed = db_query(call, USE_PERMANENTLY, DB_TEXT(*code))->affected == 1;
	invite_release(call, member);
	return redeemed;
}

void
invite_release(struct call *call, const struct uuid *member)
{
	db_query(call, RELEASE, DB_UUID(member));
}

bool
invite_sweep(struct call *call)
{
	struct rows *rows = db_query(call, RELEASE_OLD, DB_NUMBER(BATCH_ROWS));

	return rows->count == 1 && row_integer(rows, 0, "count") == BATCH_ROWS;
}
