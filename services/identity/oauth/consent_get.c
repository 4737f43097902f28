#include "common/config/config.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/credentials/app_sql.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/redirect.h"
#include "services/identity/oauth/scope.h"
#include "services/identity/oauth/transaction.h"

/* The earlier choice for the app, in its latest grant. */
#define CHOSEN(column) \
	SQL("(SELECT g." column " FROM oauth_grants g" \
	    " WHERE g.member_id = $1 AND g.client_id = $3 AND " GRANT_CHOICE \
	    " ORDER BY g.created_at DESC, g.id DESC LIMIT 1)")

/* An app of the REST API has no tools. */
STATEMENT(FIND_MEMBER,
	"SELECT scope_names($2) AS scopes, EXISTS (SELECT FROM oauth_grants g"
	" WHERE g.member_id = m.id AND g.client_id = $3 AND " GRANT_WORKS
	") AS connected, m.name AS member_name, m.email AS member_email,"
	" CASE WHEN NOT $5 THEN coalesce(" CHOSEN("tools") ", $4) END AS tools,"
	" coalesce(" CHOSEN("approval") ", $6) AS approval"
	" FROM members m WHERE m.id = $1 AND m.email_verified_at IS NOT NULL");

enum problem
consent_get(struct call *call, const void *input)
{
	const struct consent_get_in *in = input;
	struct transaction transaction;
	struct rows *rows;
	const char *uri;
	bool rest;

	if (!transaction_find(call, &in->transaction, &transaction))
		return transaction_refuse(call);
	rest = scope_is_rest(transaction.audience.data);
	rows = db_query(call, FIND_MEMBER, DB_CALLER(call),
		DB_NUMBER(transaction_offered(call, &transaction)),
		DB_UUID(&transaction.client.id),
		DB_STRING(transaction_tools(&transaction)), DB_FLAG(rest),
		DB_TEXT(transaction.client.verified ? config()->approval_of_own_apps
						    : config()->approval_of_apps));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	uri = transaction.to.redirect_uri;
	{
		const struct reply_extra extras[] = {
			REPLY_FIELD_TEXT("transaction", in->transaction),
			REPLY_FIELD_STRING(
				"token", transaction_page_token(call, &transaction)),
			REPLY_FIELD_TEXT("clientName", transaction.client.name),
			REPLY_FIELD_STRING(
				"redirectHost", redirect_host(call->arena, uri)),
			REPLY_FIELD_BOOLEAN("loopback", redirect_is_loopback(uri)),
			REPLY_FIELD_BOOLEAN("private", redirect_is_private(uri)),
			REPLY_FIELD_BOOLEAN("verified", transaction.client.verified),
			REPLY_FIELD_STRING("documentHost",
				transaction.client.document != NULL
					? redirect_host(call->arena,
						  transaction.client.document)
					: NULL),
			REPLY_FIELD_BOOLEAN("rest", rest),
		};

		return reply_row(call, rows, 0,
			&(const struct reply_parts){
				.extras = extras, .extra_count = COUNT_OF(extras)});
	}
}
