/*
 * attempt.c - the counters live in the database, so that more gateways do not mean more tries.
 *
 * One statement counts and answers, under the locks of the rows that it counts in: ten guesses
 * sent at the same moment are ten guesses. Each counter looks at the one before, so that the
 * rows are always locked in the same order, network, address and account, and two callers never
 * wait for each other crosswise; and where one refuses the try, the next does not count it. So
 * somebody with many addresses neither fills the table nor locks accounts that they only name.
 * An address that is over its limit does not count for its network either, so that one machine
 * alone shuts no neighbour out.
 */
#include "services/identity/sign_in/attempt.h"

#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"

#define ATTEMPTS_MAX 10
#define NETWORK_ATTEMPTS_MAX 60

/* The network of address $3 with so many bits, of IPv4 and of IPv6. */
#define NETWORK_OF(bits4, bits6) \
	"network(set_masklen($3::text::inet," \
	" CASE family($3::text::inet) WHEN 4 THEN " bits4 " ELSE " bits6 " END))::text"
#define ADDRESS NETWORK_OF("32", "64")
#define NETWORK NETWORK_OF("24", "48")

#define WINDOW "interval '15 minutes'"

/* Adds $4 to the counter of a subject, unless the query finds that the try was refused. */
#define COUNT_IN(subject, limit, refused) \
	"(INSERT INTO attempts AS a (kind, subject, count)" \
	" SELECT $1, s." subject ", greatest($4, 0) FROM subjects s" \
	" WHERE s." subject " IS NOT NULL AND NOT EXISTS (" refused ")" \
	" ON CONFLICT ON CONSTRAINT attempts_pkey DO UPDATE SET" \
	" started_at = CASE WHEN a.started_at <= now() - " WINDOW \
	" THEN now() ELSE a.started_at END," \
	" count = CASE WHEN a.started_at <= now() - " WINDOW " THEN greatest($4, 0)" \
	" ELSE greatest(least(a.count, 1000000) + $4, 0) END" \
	" RETURNING $4 > 0 AND a.count > " limit " AS refused, a.started_at)"

#define OF_NETWORK \
	COUNT_IN("network", "$6", \
		"SELECT FROM attempts o WHERE o.kind = $1 AND o.subject = s.address" \
		" AND $4 > 0 AND o.count > $5 AND o.started_at > now() - " WINDOW)
#define OF_ADDRESS COUNT_IN("address", "$5", "SELECT FROM of_network WHERE refused")
#define OF_ACCOUNT \
	COUNT_IN("account", "$5", \
		"SELECT FROM of_network WHERE refused" \
		" UNION ALL SELECT FROM of_address WHERE refused")

/* What names the counters; NULL names none, where a call has no address. */
#define SUBJECTS \
	"(SELECT 'account ' || lower($2) AS account, 'address ' || " ADDRESS \
	" AS address, 'network ' || " NETWORK " AS network)"

STATEMENT(COUNT_ATTEMPT,
	"WITH subjects AS " SUBJECTS ", of_network AS " OF_NETWORK
	", of_address AS " OF_ADDRESS ", of_account AS " OF_ACCOUNT
	" SELECT ceil(extract(epoch FROM"
	" max(started_at) + " WINDOW " - now()))::bigint AS wait_s"
	" FROM (TABLE of_network UNION ALL TABLE of_address UNION ALL TABLE of_account) AS c"
	" WHERE refused HAVING count(*) > 0");

/* Adds to the counters; answers after how many seconds to come back, 0 = now. */
static int64_t
add(struct call *call, const char *kind, const struct text *email, int delta)
{
	const struct text *address = &call->principal.address;
	struct rows *rows;

	if (strcmp(config()->rate_limits.data, "off") == 0)
		return 0;
	rows = db_query(call, COUNT_ATTEMPT, DB_STRING(kind), DB_TEXT(*email),
		DB_STRING(address->size > 0 ? address->data : NULL), DB_NUMBER(delta),
		DB_NUMBER(ATTEMPTS_MAX), DB_NUMBER(NETWORK_ATTEMPTS_MAX));
	return rows->count > 0 ? row_integer(rows, 0, "wait_s") : 0;
}

enum problem
attempt_count(struct call *call, const char *kind, const struct text *email)
{
	int64_t wait_s = add(call, kind, email, 1);

	if (wait_s == 0)
		return PROBLEM_NONE;
	call->outcome.retry_after_s = wait_s;
	return call_fail(call, PROBLEM_RATE_LIMITED,
		"this was tried too often; try again in %lld seconds", (long long)wait_s);
}

void
attempt_forgive(struct call *call, const char *kind, const struct text *email)
{
	add(call, kind, email, -1);
}
