/*
 * attempt.c - counters of attempts, stored in the database so that all gateways share
 * them.
 *
 * One statement counts and decides under the row locks of the counters, so that
 * concurrent guesses are all counted. Each counter depends on the preceding ones. The
 * rows are therefore always locked in the order network, address, pair, account, which
 * prevents deadlocks. An attempt that one counter refuses is not counted by the following
 * ones. So a caller with many addresses neither fills the table nor uses up the attempts
 * of other accounts. An address over its limit is not counted for its network either, so
 * that one machine cannot block its neighbours.
 *
 * Requests for a mail have no limit by account, because the mails of a kind to an address
 * have one, and strangers could keep the owner from asking.
 *
 * Each known origin of an account (KNOWN_ORIGIN) has a counter of its own instead of the
 * account's, so that strangers cannot lock the owner out. The work is the same whether or
 * not the account exists.
 */
#include "services/identity/sign_in/attempt.h"

#include <string.h>

#include "common/config/config.h"
#include "common/db/db.h"
#include "common/text/wait.h"
#include "services/identity/address_sql.h"

#define ADDRESS_MAX "10"
#define PAIR_MAX "10"
#define ACCOUNT_MAX "100"
#define NETWORK_MAX "600"

#define WINDOW "interval '15 minutes'"
#define IS_OPEN(counter) counter ".started_at > now() - " WINDOW

/* The origin of the call if it is known to the account. */
#define ORIGIN SQL("(SELECT " KNOWN_ORIGIN(MEMBER_OF("$2"), "$3::text") " AS origin)")

/* The subjects of the counters. A subject is NULL, and not counted, when the call has no
 * address. */
#define SUBJECTS \
	SQL("(SELECT 'account ' || lower($2) || COALESCE(' ' || o.origin, '')" \
		" AS account, 'pair ' || lower($2) || ' ' ||" \
		" COALESCE(" ADDRESS_OF("$3::text") ", '-') AS pair," \
		" 'address ' || " ADDRESS_OF("$3::text") " AS address," \
		" 'network ' || " STRANGER_OF("$3::text") " AS network FROM origin o)")

/* Adds $4 to the counter of a subject unless the query `before` returns a row, which
 * means that the attempt was refused. The counter refuses an attempt over `limit` unless
 * `exempt` is true. */
#define COUNT_IN(subject, limit, exempt, before) \
	SQL("(INSERT INTO attempts AS a (kind, subject, count)" \
		" SELECT $1, s." subject ", greatest($4, 0) FROM subjects s" \
		" WHERE s." subject " IS NOT NULL AND NOT EXISTS (" before ")" \
		" ON CONFLICT ON CONSTRAINT attempts_pkey DO UPDATE SET" \
		" started_at = CASE WHEN " IS_OPEN("a") " THEN a.started_at" \
		" ELSE now() END, count = CASE WHEN " IS_OPEN("a") \
		" THEN greatest(least(a.count, 1000000) + $4, 0)" \
		" ELSE greatest($4, 0) END" \
		" RETURNING $4 > 0 AND a.count > " limit \
		" AND NOT " exempt " AS refused," \
		" a.started_at)")

#define NOBODY "false"
/* An attempt from a known address is limited by the counter of the pair. */
#define KNOWN_ADDRESS "(SELECT COALESCE(origin LIKE 'address %', false) FROM origin)"
#define MAIL "$1 IN ('forgot', 'resend')"

#define OF_NETWORK \
	COUNT_IN("network", NETWORK_MAX, KNOWN_ADDRESS, \
		SQL("SELECT FROM attempts o WHERE o.kind = $1 AND o.subject = s.address" \
			" AND $4 > 0 AND o.count > " ADDRESS_MAX " AND " IS_OPEN("o")))
#define OF_ADDRESS \
	COUNT_IN("address", ADDRESS_MAX, NOBODY, "SELECT FROM of_network WHERE refused")
#define OF_PAIR \
	COUNT_IN("pair", PAIR_MAX, NOBODY, \
		SQL("SELECT FROM of_network WHERE refused" \
			" UNION ALL SELECT FROM of_address WHERE refused"))
#define OF_ACCOUNT \
	COUNT_IN("account", ACCOUNT_MAX, MAIL, \
		SQL("SELECT FROM of_network WHERE refused" \
			" UNION ALL SELECT FROM of_address WHERE refused" \
			" UNION ALL SELECT FROM of_pair WHERE refused"))

STATEMENT(COUNT_ATTEMPT,
	"WITH origin AS MATERIALIZED " ORIGIN
	", subjects AS " SUBJECTS
	", of_network AS " OF_NETWORK
	", of_address AS " OF_ADDRESS
	", of_pair AS " OF_PAIR
	", of_account AS " OF_ACCOUNT
	" SELECT ceil(extract(epoch FROM max(started_at) + " WINDOW " - now()))::bigint"
	" AS wait_s FROM (TABLE of_network UNION ALL TABLE of_address"
	" UNION ALL TABLE of_pair UNION ALL TABLE of_account) AS c"
	" WHERE refused HAVING count(*) > 0");

/* Adds `delta` to the counters. Returns the seconds to wait, or 0 to continue. */
static int64_t
add(struct call *call, const char *kind, const struct text *email, int delta)
{
	const struct text *address = &call->principal.address;
	struct rows *rows;

	if (strcmp(config()->rate_limits.data, "off") == 0)
		return 0;
	rows = db_query(call, COUNT_ATTEMPT, DB_STRING(kind), DB_TEXT(*email),
		DB_STRING(address->size > 0 ? address->data : NULL), DB_NUMBER(delta));
	return rows->count > 0 ? row_integer(rows, 0, "wait_s") : 0;
}

enum problem
attempt_count(struct call *call, const char *kind, const struct text *email)
{
	int64_t wait_s = add(call, kind, email, 1);
	char words[WAIT_WORDS_SIZE];

	if (wait_s == 0)
		return PROBLEM_NONE;
	call->outcome.retry_after_s = wait_s;
	wait_words(words, wait_s);
	return call_fail(
		call, PROBLEM_RATE_LIMITED, "too many attempts; try again in %s", words);
}

void
attempt_forgive(struct call *call, const char *kind, const struct text *email)
{
	add(call, kind, email, -1);
}
