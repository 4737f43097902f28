/*
 * app_sql.h - what a member allowed an app, grants `g` as SQL.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_APP_SQL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_APP_SQL_H

/* Its code was redeemed, it was not taken back, and something that was given for it works. */
#define GRANT_WORKS \
	"g.redeemed_at IS NOT NULL AND g.revoked_at IS NULL AND g.expires_at > now()" \
	" AND (EXISTS (SELECT FROM credentials t WHERE t.grant_id = g.id" \
	" AND t.revoked_at IS NULL AND t.expires_at > now())" \
	" OR EXISTS (SELECT FROM oauth_refresh_tokens r WHERE r.grant_id = g.id" \
	" AND r.spent_at IS NULL AND r.expires_at > now()))"

#endif
