-- 0200_media_social_tries: what was said in a try to share, and where. Owner of these tables: media.

-- Tries that may have made a post: one for each account at which an entry was tried. Whoever tries
-- again there says the very same under the same key, whatever the entry says by now, so that the
-- provider knows it again; and what is looked for later is what was said. Without such a row
-- nothing was posted there. At eight accounts an entry may be unknown; a ninth is not tried.
CREATE TABLE social_tries (
	progress_id uuid NOT NULL CONSTRAINT social_tries_progress_id_fkey
		REFERENCES social_shares (progress_id) ON DELETE CASCADE,
	-- The account at which it was tried.
	provider text NOT NULL CONSTRAINT social_tries_provider_check
		CHECK (char_length(provider) BETWEEN 1 AND 200),
	remote_id text NOT NULL CONSTRAINT social_tries_remote_id_check
		CHECK (char_length(remote_id) BETWEEN 1 AND 100),
	-- The Idempotency-Key there.
	key uuid NOT NULL DEFAULT gen_random_uuid(),
	-- The post's text, and the id of its photo at the provider.
	text text NOT NULL CONSTRAINT social_tries_text_check
		CHECK (char_length(text) BETWEEN 1 AND 500),
	photo text CONSTRAINT social_tries_photo_check
		CHECK (char_length(photo) BETWEEN 1 AND 100),
	since timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT social_tries_pkey PRIMARY KEY (progress_id, provider, remote_id)
);

-- What was tried by processes of the release before: the entry is as likely as not what it was.
INSERT INTO social_tries (progress_id, provider, remote_id, key, text, since)
	SELECT s.progress_id, s.provider, s.remote_id, s.key,
		left(g.title || CASE WHEN g.note <> '' THEN E'\n\n' || g.note ELSE '' END, 500),
		s.unknown_since
	FROM social_shares s JOIN progress g ON g.id = s.progress_id
	WHERE s.unknown_since IS NOT NULL AND s.provider IS NOT NULL AND s.remote_id IS NOT NULL
		AND s.state <> 'shared';

COMMENT ON COLUMN social_shares.key IS 'who tries: another one for each try';
COMMENT ON COLUMN social_shares.provider IS 'of the release before social_tries; unused since';
COMMENT ON COLUMN social_shares.remote_id IS 'of the release before social_tries; unused since';
COMMENT ON COLUMN social_shares.unknown_since IS 'of the release before social_tries; unused since';

-- Notes what became of a try, if nobody else has begun one since: `forget` is the key of the try
-- that is known to have made no post. The entry comes first, as with whoever deletes it.
CREATE FUNCTION settle_try(entry uuid, claim uuid, outcome text, post_url text, forget uuid)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM FROM progress WHERE id = entry FOR NO KEY UPDATE;
	UPDATE social_shares SET state = outcome, sending_until = NULL
		WHERE progress_id = entry AND key = claim AND state <> 'shared';
	IF NOT FOUND THEN
		RETURN false;
	END IF;
	DELETE FROM social_tries
		WHERE progress_id = entry AND (outcome = 'shared' OR key = forget);
	IF outcome = 'shared' THEN
		UPDATE progress SET social_post_url = post_url WHERE id = entry;
	END IF;
	RETURN true;
END $$;

REVOKE EXECUTE ON FUNCTION settle_try(uuid, uuid, text, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settle_try(uuid, uuid, text, text, uuid) TO kith_role_media;
GRANT SELECT, INSERT, DELETE ON social_tries TO kith_role_media;

---- tokens ----------------------------------------------------------------------------------------

-- Since when a token is to be revoked: one that cannot be is forgotten after two days.
ALTER TABLE social_revocations ADD COLUMN since timestamptz NOT NULL DEFAULT now();
