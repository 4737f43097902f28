-- 0130_media_social: social accounts of members, and what is shared on them. Owner: media.

---- accounts --------------------------------------------------------------------------------------

CREATE TABLE social_accounts (
	member_id uuid CONSTRAINT social_accounts_pkey PRIMARY KEY
		CONSTRAINT social_accounts_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	-- The origin of the provider. One that the instance is no longer set up for counts as none.
	provider text NOT NULL CONSTRAINT social_accounts_provider_check
		CHECK (char_length(provider) BETWEEN 1 AND 200),
	-- The account at the provider.
	remote_id text NOT NULL CONSTRAINT social_accounts_remote_id_check
		CHECK (char_length(remote_id) BETWEEN 1 AND 100),
	handle text NOT NULL CONSTRAINT social_accounts_handle_check
		CHECK (char_length(handle) BETWEEN 1 AND 400),
	url text NOT NULL CONSTRAINT social_accounts_url_check
		CHECK (char_length(url) BETWEEN 1 AND 2000),
	-- The access token, sealed by media for this member.
	token bytea NOT NULL CONSTRAINT social_accounts_token_check
		CHECK (octet_length(token) BETWEEN 1 AND 4200),
	linked_at timestamptz NOT NULL DEFAULT now(),
	-- When the access ends, or ended because the provider refused it; NULL: not known.
	expires_at timestamptz
);

-- Links that were begun: one for each member, the latest.
CREATE TABLE social_links (
	member_id uuid CONSTRAINT social_links_pkey PRIMARY KEY
		CONSTRAINT social_links_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	state_hash bytea NOT NULL CONSTRAINT social_links_state_hash_key UNIQUE
		CONSTRAINT social_links_state_hash_check CHECK (octet_length(state_hash) = 32),
	provider text NOT NULL CONSTRAINT social_links_provider_check
		CHECK (char_length(provider) BETWEEN 1 AND 200),
	-- The verifier of RFC 7636, sealed by media for this member.
	verifier bytea NOT NULL CONSTRAINT social_links_verifier_check
		CHECK (octet_length(verifier) BETWEEN 1 AND 200),
	expires_at timestamptz NOT NULL,
	-- The state works once.
	used_at timestamptz,
	-- What the provider gave, until it becomes the member's account.
	remote_id text, handle text, url text, token bytea, token_expires_at timestamptz,
	CONSTRAINT social_links_token_check CHECK (token IS NULL OR (used_at IS NOT NULL
		AND remote_id IS NOT NULL AND handle IS NOT NULL AND url IS NOT NULL))
);

CREATE INDEX social_links_by_expiry ON social_links (expires_at);

-- Tokens that nothing needs any more, until the provider has revoked them.
CREATE TABLE social_revocations (
	id uuid CONSTRAINT social_revocations_pkey PRIMARY KEY,
	-- The member for whom the token is sealed, who may be gone.
	sealed_for uuid NOT NULL,
	provider text NOT NULL,
	token bytea NOT NULL,
	tries integer NOT NULL DEFAULT 0
		CONSTRAINT social_revocations_tries_check CHECK (tries BETWEEN 0 AND 8),
	next_try_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX social_revocations_due ON social_revocations (next_try_at);

CREATE FUNCTION revoke_social_token() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	INSERT INTO social_revocations (id, sealed_for, provider, token)
		VALUES (new_id(), OLD.member_id, OLD.provider, OLD.token);
	RETURN NULL;
END $$;

CREATE TRIGGER social_accounts_ends AFTER DELETE ON social_accounts
	FOR EACH ROW EXECUTE FUNCTION revoke_social_token();
CREATE TRIGGER social_accounts_replaced AFTER UPDATE OF token ON social_accounts
	FOR EACH ROW WHEN (OLD.token IS DISTINCT FROM NEW.token)
	EXECUTE FUNCTION revoke_social_token();
-- One that was given and then linked to nobody.
CREATE TRIGGER social_links_ends AFTER DELETE ON social_links
	FOR EACH ROW WHEN (OLD.token IS NOT NULL) EXECUTE FUNCTION revoke_social_token();

SELECT own_by_member('social_accounts', 'member_id');
SELECT own_by_member('social_links', 'member_id');

---- shares ----------------------------------------------------------------------------------------

-- Entries whose authors have asked to share them. Content notes that with the entry, as whatever
-- must happen elsewhere is noted; media posts it, and what it knows of that is the state:
--     asked    nobody has tried yet
--     sending  somebody tries, until sending_until; after that nobody knows
--     failed   the latest try has made no post
--     unknown  the latest try may have made one
--     shared   there is a post
CREATE TABLE social_shares (
	progress_id uuid CONSTRAINT social_shares_pkey PRIMARY KEY
		CONSTRAINT social_shares_progress_id_fkey REFERENCES progress (id) ON DELETE CASCADE,
	member_id uuid NOT NULL
		CONSTRAINT social_shares_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	state text NOT NULL DEFAULT 'asked' CONSTRAINT social_shares_state_check
		CHECK (state IN ('asked', 'sending', 'failed', 'unknown', 'shared')),
	asked_at timestamptz NOT NULL DEFAULT now(),
	sending_until timestamptz,
	-- The account at which it was tried, and the Idempotency-Key there.
	provider text,
	remote_id text,
	key uuid NOT NULL DEFAULT gen_random_uuid(),
	-- Since when a try with this key may have made a post; NULL: none has.
	unknown_since timestamptz,
	CONSTRAINT social_shares_sending_check CHECK (state <> 'sending' OR sending_until IS NOT NULL)
);

CREATE INDEX social_shares_by_member ON social_shares (member_id, asked_at, progress_id);

SELECT own_by_member('social_shares', 'member_id');

-- Notes what became of a try. The entry comes first, as with whoever deletes it.
CREATE FUNCTION settle_share(entry uuid, tried uuid, outcome text, post_url text, before timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM FROM progress WHERE id = entry FOR NO KEY UPDATE;
	UPDATE social_shares SET state = outcome, sending_until = NULL,
		unknown_since = CASE outcome WHEN 'failed' THEN before
			WHEN 'unknown' THEN unknown_since END
		WHERE progress_id = entry AND key = tried AND state <> 'shared';
	IF FOUND AND outcome = 'shared' THEN
		UPDATE progress SET social_post_url = post_url WHERE id = entry;
	END IF;
	RETURN FOUND;
END $$;

REVOKE EXECUTE ON FUNCTION settle_share(uuid, uuid, text, text, timestamptz) FROM PUBLIC;

---- the export ------------------------------------------------------------------------------------

CREATE VIEW export_social AS
	SELECT a.member_id, a.linked_at AS place_at, a.member_id AS place_id,
		a.provider, a.handle, a.url, a.linked_at AS "linkedAt", a.expires_at AS "expiresAt"
	FROM social_accounts a;

CREATE VIEW export_social_shares AS
	SELECT s.member_id, s.asked_at AS place_at, s.progress_id AS place_id,
		s.progress_id AS "progressId", s.state AS status, g.social_post_url AS "postUrl",
		s.asked_at AS "askedAt"
	FROM social_shares s JOIN progress g ON g.id = s.progress_id;

GRANT SELECT ON export_social, export_social_shares TO kith_role_identity;

---- names -----------------------------------------------------------------------------------------

-- What the audit log holds more of (proto/audit.h), beside what is there by now.
DO $$
DECLARE
	names text;
BEGIN
	SELECT string_agg(quote_literal(item[1]), ', ') INTO names
		FROM pg_constraint, regexp_matches(
			substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]'),
			'''([a-z_.]+)''::text', 'g') AS item
		WHERE conname = 'audit_action_check';
	EXECUTE format('ALTER TABLE audit DROP CONSTRAINT audit_action_check,'
		' ADD CONSTRAINT audit_action_check CHECK (action IN (%s, ''social.link'','
		' ''social.unlink''))', names);
END $$;

---- grants ----------------------------------------------------------------------------------------

GRANT SELECT, INSERT, UPDATE, DELETE ON social_accounts, social_links, social_revocations
	TO kith_role_media;
GRANT SELECT, UPDATE ON social_shares TO kith_role_media;
GRANT EXECUTE ON FUNCTION settle_share(uuid, uuid, text, text, timestamptz) TO kith_role_media;
GRANT SELECT (id, status) ON members TO kith_role_media;
GRANT SELECT (id, author_id, title, note, photo) ON progress TO kith_role_media;

GRANT SELECT, INSERT ON social_shares TO kith_role_content;
GRANT SELECT (member_id, provider, expires_at) ON social_accounts TO kith_role_content;
