-- 0090_identity_oauth: apps that act for a member (OAuth 2.1). Owner of these tables: identity.
--
-- A member's consent makes a grant. The code that the app gets for it works once, and what the app
-- gets for the code belongs to the grant: access tokens (rows of credentials) and a chain of
-- refresh tokens. Each single use is decided by one conditional UPDATE of its row. A grant that is
-- revoked takes all of its tokens along, so there is one thing to ask for.

---- oauth_clients: programs that may ask ----------------------------------------------------------

CREATE TABLE oauth_clients (
	id uuid CONSTRAINT oauth_clients_pkey PRIMARY KEY,
	kind text NOT NULL
		CONSTRAINT oauth_clients_kind_check CHECK (kind IN ('registered', 'fixed')),
	name text NOT NULL
		CONSTRAINT oauth_clients_name_check CHECK (char_length(name) BETWEEN 1 AND 200),
	redirect_uris text[] NOT NULL
		CONSTRAINT oauth_clients_redirect_uris_check
			CHECK (cardinality(redirect_uris) >= 1 AND texts_within(redirect_uris, 10, 2000)),
	auth_method text NOT NULL
		CONSTRAINT oauth_clients_auth_method_check CHECK (auth_method IN
			('none', 'client_secret_basic', 'client_secret_post')),
	-- SHA-256; NULL: a public client, which can keep no secret.
	secret_hash bytea
		CONSTRAINT oauth_clients_secret_hash_check CHECK (octet_length(secret_hash) = 32),
	-- Whether it registered the grant refresh_token.
	refreshes boolean NOT NULL,
	-- Of all the above: the same public client, registered again, is the same row.
	metadata_hash bytea
		CONSTRAINT oauth_clients_metadata_hash_key UNIQUE
		CONSTRAINT oauth_clients_metadata_hash_check CHECK (octet_length(metadata_hash) = 32),
	created_at timestamptz NOT NULL DEFAULT now(),
	registered_at timestamptz NOT NULL DEFAULT now(), -- the latest time
	CONSTRAINT oauth_clients_secret_check CHECK ((auth_method = 'none') = (secret_hash IS NULL)),
	CONSTRAINT oauth_clients_metadata_check CHECK
		((kind = 'registered' AND secret_hash IS NULL) = (metadata_hash IS NOT NULL))
);

CREATE INDEX oauth_clients_newest ON oauth_clients (created_at) WHERE kind = 'registered';
CREATE INDEX oauth_clients_unused ON oauth_clients (registered_at) WHERE kind = 'registered';

GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_clients TO kith_role_identity;

---- oauth_transactions: what an app asked for, until a member answers -----------------------------

-- Strangers make these rows, so the table is a ring: a new row takes the place of the oldest.
CREATE SEQUENCE oauth_transaction_places AS integer MINVALUE 1 MAXVALUE 16384 CYCLE;

CREATE TABLE oauth_transactions (
	place integer CONSTRAINT oauth_transactions_pkey PRIMARY KEY,
	hash bytea NOT NULL
		CONSTRAINT oauth_transactions_hash_key UNIQUE
		CONSTRAINT oauth_transactions_hash_check CHECK (octet_length(hash) = 32),
	client_id uuid NOT NULL CONSTRAINT oauth_transactions_client_id_fkey
		REFERENCES oauth_clients (id) ON DELETE CASCADE,
	redirect_uri text NOT NULL CONSTRAINT oauth_transactions_redirect_uri_check
		CHECK (char_length(redirect_uri) BETWEEN 1 AND 2000),
	state text
		CONSTRAINT oauth_transactions_state_check CHECK (char_length(state) <= 2000),
	-- base64url of a SHA-256 (RFC 7636); there is no other method.
	code_challenge text NOT NULL CONSTRAINT oauth_transactions_code_challenge_check
		CHECK (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
	scopes integer NOT NULL
		CONSTRAINT oauth_transactions_scopes_check CHECK (scopes BETWEEN 0 AND 63),
	audience text NOT NULL,
	nonce text
		CONSTRAINT oauth_transactions_nonce_check CHECK (char_length(nonce) <= 400),
	created_at timestamptz NOT NULL DEFAULT now(),
	expires_at timestamptz NOT NULL,
	decided_at timestamptz
);

CREATE INDEX oauth_transactions_by_client ON oauth_transactions (client_id);
CREATE INDEX oauth_transactions_by_expiry ON oauth_transactions (expires_at);

GRANT USAGE ON SEQUENCE oauth_transaction_places TO kith_role_identity;
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_transactions TO kith_role_identity;

---- oauth_grants: what a member allowed an app ----------------------------------------------------

CREATE TABLE oauth_grants (
	id uuid CONSTRAINT oauth_grants_pkey PRIMARY KEY,
	member_id uuid NOT NULL CONSTRAINT oauth_grants_member_id_fkey
		REFERENCES members (id) ON DELETE CASCADE,
	client_id uuid NOT NULL CONSTRAINT oauth_grants_client_id_fkey
		REFERENCES oauth_clients (id),
	scopes integer NOT NULL
		CONSTRAINT oauth_grants_scopes_check CHECK (scopes BETWEEN 0 AND 63),
	audience text NOT NULL,
	-- Where the member was sent back to; the scheme of an address that has no host.
	redirect_host text NOT NULL CONSTRAINT oauth_grants_redirect_host_check
		CHECK (char_length(redirect_host) BETWEEN 1 AND 300),
	created_at timestamptz NOT NULL DEFAULT now(),
	expires_at timestamptz NOT NULL,
	redeemed_at timestamptz, -- NULL: nothing was given for its code yet
	revoked_at timestamptz
);

CREATE INDEX oauth_grants_by_member ON oauth_grants (member_id, created_at, id);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);
CREATE INDEX oauth_grants_revoked ON oauth_grants (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX oauth_grants_unredeemed ON oauth_grants (created_at) WHERE redeemed_at IS NULL;

SELECT own_by_member('oauth_grants', 'member_id');

GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_grants TO kith_role_identity;

---- oauth_codes -----------------------------------------------------------------------------------

-- A code's row stays as long as its grant, so that a second use is known for what it is.
CREATE TABLE oauth_codes (
	hash bytea CONSTRAINT oauth_codes_pkey PRIMARY KEY
		CONSTRAINT oauth_codes_hash_check CHECK (octet_length(hash) = 32),
	grant_id uuid NOT NULL
		CONSTRAINT oauth_codes_grant_id_key UNIQUE
		CONSTRAINT oauth_codes_grant_id_fkey REFERENCES oauth_grants (id) ON DELETE CASCADE,
	redirect_uri text NOT NULL,
	code_challenge text NOT NULL,
	nonce text,
	signed_in_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	used_at timestamptz
);

GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_codes TO kith_role_identity;

---- oauth_refresh_tokens: a chain for each grant --------------------------------------------------

CREATE TABLE oauth_refresh_tokens (
	id uuid CONSTRAINT oauth_refresh_tokens_pkey PRIMARY KEY,
	grant_id uuid NOT NULL CONSTRAINT oauth_refresh_tokens_grant_id_fkey
		REFERENCES oauth_grants (id) ON DELETE CASCADE,
	hash bytea NOT NULL
		CONSTRAINT oauth_refresh_tokens_hash_key UNIQUE
		CONSTRAINT oauth_refresh_tokens_hash_check CHECK (octet_length(hash) = 32),
	created_at timestamptz NOT NULL DEFAULT now(),
	expires_at timestamptz NOT NULL,
	spent_at timestamptz,
	-- The token that took its place, and that token's secret, readable only with this one's.
	successor uuid,
	successor_masked bytea CONSTRAINT oauth_refresh_tokens_successor_masked_check
		CHECK (octet_length(successor_masked) = 32),
	CONSTRAINT oauth_refresh_tokens_spent_check CHECK ((spent_at IS NULL) = (successor IS NULL)
		AND (successor_masked IS NULL OR spent_at IS NOT NULL))
);

CREATE INDEX oauth_refresh_tokens_by_grant ON oauth_refresh_tokens (grant_id, created_at DESC);
CREATE INDEX oauth_refresh_tokens_by_expiry ON oauth_refresh_tokens (expires_at);
CREATE INDEX oauth_refresh_tokens_masked ON oauth_refresh_tokens (spent_at)
	WHERE successor_masked IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_refresh_tokens TO kith_role_identity;

---- credentials -----------------------------------------------------------------------------------

ALTER TABLE credentials
	ADD COLUMN grant_id uuid CONSTRAINT credentials_grant_id_fkey
		REFERENCES oauth_grants (id) ON DELETE CASCADE,
	ADD CONSTRAINT credentials_grant_check CHECK (grant_id IS NULL OR kind = 'oauth');

CREATE INDEX credentials_by_grant ON credentials (grant_id, created_at DESC)
	WHERE grant_id IS NOT NULL;

-- What was given for a grant ends with it, whoever revokes it.
CREATE FUNCTION revoke_with_grant() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	UPDATE credentials SET revoked_at = now() WHERE grant_id = NEW.id AND revoked_at IS NULL;
	RETURN NULL;
END $$;

CREATE TRIGGER oauth_grants_revoke AFTER UPDATE OF revoked_at ON oauth_grants
	FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
	EXECUTE FUNCTION revoke_with_grant();

---- signing_keys: what id_tokens are signed with --------------------------------------------------

CREATE TABLE signing_keys (
	id uuid CONSTRAINT signing_keys_pkey PRIMARY KEY,
	-- base64url, as the public document has them.
	modulus text NOT NULL,
	exponent text NOT NULL,
	-- PKCS #8, sealed and bound to the id.
	private_key bytea NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	retired_at timestamptz -- NULL: the one that signs
);

CREATE UNIQUE INDEX signing_keys_present ON signing_keys ((true)) WHERE retired_at IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON signing_keys TO kith_role_identity;

---- the export ------------------------------------------------------------------------------------

CREATE VIEW export_apps AS
	SELECT g.member_id, g.created_at AS place_at, g.id AS place_id,
		c.name, scope_names(g.scopes) AS scopes, g.redirect_host AS "redirectHost",
		g.created_at AS "grantedAt", g.expires_at AS "expiresAt",
		g.revoked_at AS "revokedAt"
	FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id;

GRANT SELECT ON export_apps TO kith_role_identity;

---- names -----------------------------------------------------------------------------------------

-- What the registries hold more of (proto/audit.h, proto/mails.h), beside what is there by now.
CREATE FUNCTION names_in_check(check_name name) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT string_agg(quote_literal(item[1]), ', ')
	FROM pg_constraint, regexp_matches(substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]'),
		'''([a-z_.]+)''::text', 'g') AS item
	WHERE conname = check_name
$$;

DO $$ BEGIN
	EXECUTE format('ALTER TABLE audit DROP CONSTRAINT audit_action_check,'
		' ADD CONSTRAINT audit_action_check CHECK (action IN (%s, ''app.connect'','
		' ''app.release'', ''app.replay'', ''client.create''))',
		names_in_check('audit_action_check'));
	EXECUTE format('ALTER TABLE outbox DROP CONSTRAINT outbox_template_check,'
		' ADD CONSTRAINT outbox_template_check CHECK (topic <> ''mail'''
		' OR payload ->> ''template'' IN (%s, ''app_disconnected'')) NOT VALID',
		names_in_check('outbox_template_check'));
END $$;

DROP FUNCTION names_in_check(name);
