-- 0006_orgs_joining: how organizations come to be and how one gets into them. Owner: orgs.

GRANT SELECT (email, email_verified_at, role) ON members TO kith_role_orgs;
GRANT SELECT (roles, looking_for) ON profiles TO kith_role_orgs;

-- Who joins or leaves does not change the organization: member_count is no edit.
CREATE TRIGGER orgs_touch BEFORE UPDATE ON orgs
	FOR EACH ROW WHEN ((OLD.slug, OLD.name, OLD.kind, OLD.visibility, OLD.join_policy,
		OLD.description, OLD.accent, OLD.location, OLD.website, OLD.logo, OLD.cover)
		IS DISTINCT FROM (NEW.slug, NEW.name, NEW.kind, NEW.visibility, NEW.join_policy,
		NEW.description, NEW.accent, NEW.location, NEW.website, NEW.logo, NEW.cover))
	EXECUTE FUNCTION touch_updated_at();

CREATE INDEX orgs_listed ON orgs (created_at DESC, id DESC)
	WHERE visibility = 'public' AND join_policy <> 'invite_only';
CREATE INDEX org_members_newest ON org_members (org_id, joined_at DESC, member_id DESC);
CREATE INDEX org_members_managers ON org_members (org_id, role) WHERE role <> 'member';

---- org_applications: members who ask for an organization ----------------------------------------

CREATE TABLE org_applications (
	id uuid CONSTRAINT org_applications_pkey PRIMARY KEY,
	applicant_id uuid NOT NULL
		CONSTRAINT org_applications_applicant_id_fkey REFERENCES members (id)
		ON DELETE CASCADE,
	slug text NOT NULL CONSTRAINT org_applications_slug_check
		CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
	name text NOT NULL
		CONSTRAINT org_applications_name_check CHECK (char_length(name) BETWEEN 2 AND 80),
	kind text NOT NULL CONSTRAINT org_applications_kind_check
		CHECK (kind IN ('university_network', 'club', 'accelerator', 'community')),
	description text NOT NULL CONSTRAINT org_applications_description_check
		CHECK (char_length(description) <= 2000),
	location text NOT NULL
		CONSTRAINT org_applications_location_check CHECK (char_length(location) <= 80),
	website text NOT NULL
		CONSTRAINT org_applications_website_check CHECK (char_length(website) <= 2000),
	applicant_role text NOT NULL CONSTRAINT org_applications_applicant_role_check
		CHECK (char_length(applicant_role) BETWEEN 1 AND 80),
	message text NOT NULL
		CONSTRAINT org_applications_message_check CHECK (char_length(message) <= 1000),
	status text NOT NULL DEFAULT 'pending' CONSTRAINT org_applications_status_check
		CHECK (status IN ('pending', 'approved', 'declined')),
	reason text NOT NULL DEFAULT ''
		CONSTRAINT org_applications_reason_check CHECK (char_length(reason) <= 500),
	-- Approving frees the slug before the organization takes it, so this is checked at the end.
	organization_id uuid CONSTRAINT org_applications_organization_id_key UNIQUE
		CONSTRAINT org_applications_organization_id_fkey REFERENCES orgs (id)
		DEFERRABLE INITIALLY DEFERRED,
	decided_by uuid,
	decided_at timestamptz,
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT org_applications_decided_check
		CHECK ((status = 'pending') = (decided_at IS NULL)),
	CONSTRAINT org_applications_approved_check
		CHECK ((status = 'approved') = (organization_id IS NOT NULL))
);

CREATE UNIQUE INDEX org_applications_pending_key ON org_applications (applicant_id)
	WHERE status = 'pending';
CREATE INDEX org_applications_newest ON org_applications (created_at DESC, id DESC);
CREATE INDEX org_applications_by_status
	ON org_applications (status, created_at DESC, id DESC);
CREATE INDEX org_applications_by_applicant
	ON org_applications (applicant_id, created_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE ON org_applications TO kith_role_orgs;
GRANT SELECT (id, slug, name) ON org_applications TO kith_role_notifications;

---- org_slugs: one place for every slug that is in use or asked for --------------------------------

-- Only the triggers below write here, with the rights of the table's owner.
CREATE TABLE org_slugs (
	slug text CONSTRAINT org_slugs_pkey PRIMARY KEY,
	org_id uuid CONSTRAINT org_slugs_org_id_key UNIQUE
		CONSTRAINT org_slugs_org_id_fkey REFERENCES orgs (id) ON DELETE CASCADE,
	application_id uuid CONSTRAINT org_slugs_application_id_key UNIQUE
		CONSTRAINT org_slugs_application_id_fkey REFERENCES org_applications (id)
		ON DELETE CASCADE,
	CONSTRAINT org_slugs_holder_check CHECK (num_nonnulls(org_id, application_id) = 1)
);

INSERT INTO org_slugs (slug, org_id) SELECT slug, id FROM orgs;

CREATE FUNCTION org_slug_follow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO org_slugs (slug, org_id) VALUES (NEW.slug, NEW.id);
	ELSE
		UPDATE org_slugs SET slug = NEW.slug WHERE org_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;

CREATE TRIGGER orgs_slug_taken AFTER INSERT ON orgs
	FOR EACH ROW EXECUTE FUNCTION org_slug_follow();
CREATE TRIGGER orgs_slug_changed AFTER UPDATE OF slug ON orgs
	FOR EACH ROW WHEN (OLD.slug <> NEW.slug) EXECUTE FUNCTION org_slug_follow();

CREATE FUNCTION org_application_slug_follow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO org_slugs (slug, application_id) VALUES (NEW.slug, NEW.id);
	ELSE
		DELETE FROM org_slugs WHERE application_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;

CREATE TRIGGER org_applications_slug_taken AFTER INSERT ON org_applications
	FOR EACH ROW WHEN (NEW.status = 'pending')
	EXECUTE FUNCTION org_application_slug_follow();
CREATE TRIGGER org_applications_slug_freed AFTER UPDATE OF status ON org_applications
	FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status <> 'pending')
	EXECUTE FUNCTION org_application_slug_follow();

---- org_join_requests: members who ask to be let in -------------------------------------------------

CREATE TABLE org_join_requests (
	id uuid CONSTRAINT org_join_requests_pkey PRIMARY KEY,
	org_id uuid NOT NULL
		CONSTRAINT org_join_requests_org_id_fkey REFERENCES orgs (id) ON DELETE CASCADE,
	member_id uuid NOT NULL
		CONSTRAINT org_join_requests_member_id_fkey REFERENCES members (id)
		ON DELETE CASCADE,
	message text NOT NULL
		CONSTRAINT org_join_requests_message_check CHECK (char_length(message) <= 500),
	status text NOT NULL DEFAULT 'pending' CONSTRAINT org_join_requests_status_check
		CHECK (status IN ('pending', 'approved', 'declined')),
	decided_by uuid,
	decided_at timestamptz,
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT org_join_requests_decided_check
		CHECK ((status = 'pending') = (decided_at IS NULL))
);

CREATE UNIQUE INDEX org_join_requests_pending_key ON org_join_requests (org_id, member_id)
	WHERE status = 'pending';
CREATE INDEX org_join_requests_by_status
	ON org_join_requests (org_id, status, created_at DESC, id DESC);
CREATE INDEX org_join_requests_by_member
	ON org_join_requests (org_id, member_id, created_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE ON org_join_requests TO kith_role_orgs;

---- org_invitations: addresses that may come in -----------------------------------------------------

CREATE TABLE org_invitations (
	id uuid CONSTRAINT org_invitations_pkey PRIMARY KEY,
	org_id uuid NOT NULL
		CONSTRAINT org_invitations_org_id_fkey REFERENCES orgs (id) ON DELETE CASCADE,
	email text NOT NULL
		CONSTRAINT org_invitations_email_check CHECK (char_length(email) BETWEEN 3 AND 200),
	role text NOT NULL
		CONSTRAINT org_invitations_role_check CHECK (role IN ('owner', 'admin', 'member')),
	-- What was decided. That an invitation has expired is seen by expires_at; it is written
	-- here only when another one takes its place.
	status text NOT NULL DEFAULT 'pending' CONSTRAINT org_invitations_status_check
		CHECK (status IN ('pending', 'accepted', 'revoked', 'expired')),
	-- SHA-256 of the token in the link; the token itself is nowhere.
	hash bytea NOT NULL
		CONSTRAINT org_invitations_hash_key UNIQUE
		CONSTRAINT org_invitations_hash_check CHECK (octet_length(hash) = 32),
	invited_by uuid CONSTRAINT org_invitations_invited_by_fkey REFERENCES members (id)
		ON DELETE SET NULL,
	-- The last mail, and whether its address had no account then: what the daily cap counts.
	mailed_at timestamptz NOT NULL DEFAULT now(),
	to_stranger boolean NOT NULL,
	expires_at timestamptz NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX org_invitations_pending_key ON org_invitations (org_id, lower(email))
	WHERE status = 'pending';
CREATE INDEX org_invitations_newest ON org_invitations (org_id, created_at DESC, id DESC);
CREATE INDEX org_invitations_mailed ON org_invitations (org_id, mailed_at)
	WHERE to_stranger;

GRANT SELECT, INSERT, UPDATE ON org_invitations TO kith_role_orgs;

-- How many invitations a member has sent since a moment: one row each, whose lock makes the
-- count exact however many are sent at once.
CREATE TABLE org_invitation_counts (
	member_id uuid CONSTRAINT org_invitation_counts_pkey PRIMARY KEY
		CONSTRAINT org_invitation_counts_member_id_fkey REFERENCES members (id)
		ON DELETE CASCADE,
	started_at timestamptz NOT NULL DEFAULT now(),
	count integer NOT NULL
		CONSTRAINT org_invitation_counts_count_check CHECK (count >= 0)
);

GRANT SELECT, INSERT, UPDATE ON org_invitation_counts TO kith_role_orgs;
