-- 0415_identity_home: what a member sees on the front page. Owner: identity.

---- visits: when members were here --------------------------------------------------

-- seen_at moves once in ten minutes at most. A visit that begins an hour after the last
-- sign of the one before moves that to previous_at, from which the front page counts
-- what is new.
CREATE TABLE visits (
	member_id uuid CONSTRAINT visits_pkey PRIMARY KEY
		CONSTRAINT visits_member_id_fkey REFERENCES members (id)
			ON DELETE CASCADE,
	seen_at timestamptz NOT NULL DEFAULT now(),
	previous_at timestamptz
) WITH (fillfactor = 80);

SELECT own_by_member('visits', 'member_id', true);

GRANT SELECT, INSERT, UPDATE ON visits TO kith_role_identity;

---- news: published events in the order of their publication ------------------------

CREATE INDEX events_public_published ON events (published_at DESC, id DESC)
	WHERE status = 'published' AND scope = 'public' AND NOT ended;
CREATE INDEX events_of_org_published ON events (org_id, published_at DESC, id DESC)
	WHERE status = 'published' AND org_id IS NOT NULL AND NOT ended;

GRANT SELECT (starts_at) ON events TO kith_role_identity;

-- The digest lists the same.
GRANT SELECT (lapsed, created_at) ON posts TO kith_role_notifications;
GRANT SELECT (is_open, author_id, expires_at, created_at) ON post_targets
	TO kith_role_notifications;
GRANT SELECT (id, author_id, is_public, created_at, title) ON progress
	TO kith_role_notifications;
GRANT SELECT (progress_id, org_id, author_id, created_at) ON progress_targets
	TO kith_role_notifications;
GRANT SELECT (ended) ON events TO kith_role_notifications;

---- waiting: what others wait for ---------------------------------------------------

GRANT SELECT (status, created_at, expires_at) ON intros TO kith_role_identity;
GRANT SELECT (org_id, email, status, created_at, expires_at) ON org_invitations
	TO kith_role_identity;
GRANT SELECT (org_id, member_id, status, created_at) ON org_join_requests
	TO kith_role_identity;
GRANT SELECT (name, status, created_at) ON org_applications TO kith_role_identity;
GRANT SELECT (id, initiated_by, created_at) ON affiliations TO kith_role_identity;
