#include "services/identity/mail/sign_up_password.h"

#include "common/base/id.h"
#include "common/db/db.h"

STATEMENT(STORE,
	"INSERT INTO sign_up_passwords (id, email, password_hash) VALUES ($1, $2, $3)");

STATEMENT(FIND_LATEST,
	"SELECT hash FROM (SELECT " SIGN_UP_PASSWORD_LATEST("$1") " AS hash) AS latest"
	" WHERE hash IS NOT NULL");

STATEMENT(FORGET,
	"DELETE FROM sign_up_passwords WHERE lower(email) = lower($1)");

void
sign_up_password_store(
	struct call *call, const struct text *email, const char *password_hash)
{
	const struct uuid id = id_new();

	db_query(call, STORE, DB_UUID(&id), DB_TEXT(*email), DB_STRING(password_hash));
}

void
sign_up_password_forget(struct call *call, const struct text *email)
{
	db_query(call, FORGET, DB_TEXT(*email));
}

const char *
sign_up_password_latest(struct call *call, const struct text *email)
{
	struct rows *rows = db_query(call, FIND_LATEST, DB_TEXT(*email));

	return rows->count == 1 ? row_text(rows, 0, "hash").data : NULL;
}
