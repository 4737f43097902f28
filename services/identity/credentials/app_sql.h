/*
 * app_sql.h - the state of the grants `g` that members gave to apps, as SQL.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_APP_SQL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_APP_SQL_H

/* The grant is not revoked, but its code may not have been redeemed yet. */
#define GRANT_VALID "g.revoked_at IS NULL AND g.expires_at > now()"

/* The grant tells what the member chose for the app. One that has ended counts if it
 * asked about each act, because an app can end its grant itself. */
#define GRANT_CHOICE "((" GRANT_VALID ") OR g.approval = 'each')"

/* The code was redeemed, the grant is not revoked, and an access or refresh token of it
 * works. */
#define GRANT_WORKS \
	"g.redeemed_at IS NOT NULL AND " GRANT_VALID \
	" AND (EXISTS (SELECT FROM credentials t WHERE t.grant_id = g.id" \
	" AND t.revoked_at IS NULL AND t.expires_at > now())" \
	" OR EXISTS (SELECT FROM oauth_refresh_tokens r WHERE r.grant_id = g.id" \
	" AND r.spent_at IS NULL AND r.expires_at > now()))"

#endif
